import { readdirSync, readFileSync } from 'node:fs'

/** The niceness of the threads of this process that have this name (proc_pid_stat(5): the 19th field). */
export const nicenessOf = (name: string): number[] =>
  readdirSync('/proc/self/task').flatMap((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'latin1')
    if (stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')) !== name) return []
    return [Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])]
  })
