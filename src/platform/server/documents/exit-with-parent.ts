// Ctrl-C and service managers tell every process to end, also one whose documents are still waited for. This one goes
// when the portal lets go of it, or is gone. To be imported before what takes its time.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
