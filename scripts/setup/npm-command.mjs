/** The npm that runs this script, on the Node.js that runs it; another `npm` may come first on PATH. */
export function npmCommand() {
  const { npm_execpath: npm = '', npm_node_execpath: node = process.execPath } = process.env
  return /npm-cli\.c?js$/.test(npm) ? [node, [npm]] : ['npm', []]
}
