/** A web process and its workers as operators run them, to be killed in turn while a campaign uses them. */
import { freePort } from '#server/platform/database/embedded/free-port.ts'
import { type Program, startProgram } from './program.ts'

interface Process {
  program: Program
  start: () => Promise<Program>
}

export interface WebAndWorkers {
  url: string
  /**
   * Kills a worker, then the web process, then all of them, and begins again. What was killed is started before this returns.
   * @returns how many were killed
   */
  killNext(): Promise<number>
  /** Kills all of them for good. */
  end(): Promise<void>
}

const processOf = async (start: () => Promise<Program>): Promise<Process> => ({ program: await start(), start })

const kill = (processes: readonly Process[]) => Promise.all(processes.map(({ program }) => program.end('SIGKILL')))

/** @param env of all of them, made of the address of the web process */
export async function startWebAndWorkers(
  env: (url: string) => Record<string, string>,
  count: number,
): Promise<WebAndWorkers> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const shared = env(url)
  const web = await processOf(() => startProgram({ ...shared, ROLE: 'web', PORT: String(port) }))
  const workers: Process[] = []
  for (let n = 0; n < count; n++)
    workers.push(await processOf(() => startProgram({ ...shared, ROLE: 'worker', EXECUTOR_ID: `worker-${n}` })))
  let turn = 0
  return {
    url,
    async killNext() {
      const worker = workers[turn % workers.length] ?? web
      const victims = [[worker], [web], [web, ...workers]][turn++ % 3] ?? []
      await kill(victims)
      for (const victim of victims) victim.program = await victim.start()
      return victims.length
    },
    async end() {
      await kill([web, ...workers])
    },
  }
}
