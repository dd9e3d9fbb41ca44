import { parseSync } from '@swc/core'
import type { Source } from './source.ts'

/** A syntax tree node; its other fields depend on its type. */
export type SyntaxNode = { type: string; span: { start: number; end: number } } & Record<string, unknown>

/** A function with its name, first line and length. */
export type FunctionInfo = { name: string; line: number; lines: number; isComponent: boolean }

const functions = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassMethod',
  'Constructor',
  'MethodProperty',
])

const read = new WeakMap<Source, SyntaxNode[]>()

/** Returns every node of a source, parents first. */
export function nodesOf(source: Source): SyntaxNode[] {
  const nodes = read.get(source) ?? []
  if (!read.has(source)) {
    const options = { syntax: 'typescript', tsx: source.path.endsWith('x'), target: 'es2024' } as const
    collect(parseSync(source.text, options), nodes)
    read.set(source, nodes)
  }
  return nodes
}

/** Returns the line where a node begins. Spans count bytes, starting at 1. */
export function lineOf({ text }: Source, node: SyntaxNode): number {
  return linesIn(Buffer.from(text).subarray(0, node.span.start - 1))
}

/** Returns the text of a node. */
export function textOf({ text }: Source, { span }: SyntaxNode): string {
  return Buffer.from(text)
    .subarray(span.start - 1, span.end - 1)
    .toString()
}

/** Returns every function in a source. A component has a capitalized name and is in a TSX file. */
export function findFunctions(source: Source): FunctionInfo[] {
  const bytes = Buffer.from(source.text)
  const names = new Map<unknown, string>()
  return nodesOf(source).flatMap((node) => {
    nameParts(node, names)
    if (!functions.has(node.type)) return []
    const name = nameOf(node.identifier ?? node.key) ?? names.get(node) ?? 'a function'
    const lines = linesIn(bytes.subarray(node.span.start - 1, node.span.end - 1))
    const isComponent = source.path.endsWith('.tsx') && /^[A-Z]/.test(name)
    return [{ name, line: lineOf(source, node), lines, isComponent }]
  })
}

/** Records the names of functions assigned directly to variables and properties. */
function nameParts(node: SyntaxNode, names: Map<unknown, string>) {
  const name = nameOf(node.id ?? node.key)
  if (name && node.init) names.set(node.init, name)
  if (name && node.value) names.set(node.value, name)
}

function nameOf(node: unknown): string | undefined {
  const { value } = (node ?? {}) as { value?: unknown }
  return typeof value === 'string' ? value : undefined
}

function collect(value: unknown, nodes: SyntaxNode[]) {
  if (Array.isArray(value)) for (const each of value) collect(each, nodes)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  if ('type' in value && 'span' in value) nodes.push(value as SyntaxNode)
  for (const each of Object.values(value)) collect(each, nodes)
}

function linesIn(bytes: Buffer): number {
  return bytes.toString().split('\n').length
}
