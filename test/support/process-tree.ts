/** What a process and all that it started cost, as Linux counts it. Elsewhere everything is 0. */
import { readdirSync, readFileSync } from 'node:fs'

const TICK_MS = 10
const PAGE_BYTES = 4096

/** From the state on: the name before it may have spaces. */
function fieldsOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')
  } catch {
    return []
  }
}

export const parentOf = (pid: number): number => Number(fieldsOf(pid)[1] ?? 0)

/** The process, its children, theirs, and so on. */
function treeOf(pid: number): number[] {
  let all: number[]
  try {
    all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))
  } catch {
    return []
  }
  const children = Map.groupBy(all, parentOf)
  const tree = [pid]
  for (const one of tree) tree.push(...(children.get(one) ?? []))
  return tree
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Processor time in ms, with that of children that ended. */
export const processorTime = (pid: number): number =>
  sum(treeOf(pid).map((one) => sum(fieldsOf(one).slice(11, 15).map(Number)) * TICK_MS))

/** Resident memory in bytes; what processes share is counted for each. */
export const residentMemory = (pid: number): number =>
  sum(treeOf(pid).map((one) => Number(fieldsOf(one)[21] ?? 0) * PAGE_BYTES))
