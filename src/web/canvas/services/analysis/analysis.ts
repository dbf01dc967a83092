/** Asks the worker that knows nodes and expressions. One worker serves every canvas of the page; it starts with the first question. */
import { t } from '#web/lib/language.ts'
import type { AnalysisAnswer, AnalysisQuestion, Ask, AskInput, AskOutput } from './types.ts'

interface Waiting {
  resolve: (output: never) => void
  reject: (error: Error) => void
}

let worker: Worker | null = null
let last = 0
const waiting = new Map<number, Waiting>()

function start(): Worker {
  const started = new Worker(new URL('./analysis.worker.ts', import.meta.url), { type: 'module' })
  started.addEventListener('message', ({ data }: MessageEvent<AnalysisAnswer>) => {
    const asked = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.failure === undefined) asked?.resolve(data.output as never)
    else asked?.reject(new Error(data.failure))
  })
  // It could not be fetched or has died: the next question tries a new one.
  started.addEventListener('error', () => {
    worker = null
    for (const { reject } of waiting.values()) reject(new Error(t('The workflow checker couldn’t be started.')))
    waiting.clear()
  })
  return started
}

/** Starts the worker ahead of the first question, while the workflow is still on its way. */
export function wake(): void {
  worker ??= start()
}

/** @throws Error with a sentence for people */
export function ask<A extends Ask>(
  question: A,
  ...[input]: undefined extends AskInput<A> ? [input?: AskInput<A>] : [input: AskInput<A>]
): Promise<AskOutput<A>> {
  worker ??= start()
  last += 1
  const sent: AnalysisQuestion = { id: last, ask: question, input }
  worker.postMessage(sent)
  return new Promise((resolve, reject) => waiting.set(sent.id, { resolve, reject }))
}
