/** The npm that runs us, on the Node that runs it: another `npm` may be first on PATH. */
export function npmCommand() {
  const { npm_execpath: npm = '', npm_node_execpath: node = process.execPath } = process.env
  return /npm-cli\.c?js$/.test(npm) ? [node, [npm]] : ['npm', []]
}
