// Ignores SIGINT and SIGTERM: the parent owns this worker. Exits when the IPC channel closes. Import this
// module first.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
