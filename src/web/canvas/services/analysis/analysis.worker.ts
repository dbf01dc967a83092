/**
 * The analysis of nodes and expressions, off the main thread so that typing and dragging never wait for it: the
 * catalogue, the validation and the expressions are the same code the server uses. `analysis.ts` is its other side.
 */
import { answers } from './answers.ts'
import type { AnalysisAnswer, AnalysisQuestion } from './types.ts'

self.addEventListener('message', async ({ data }: MessageEvent<AnalysisQuestion>) => {
  const { id, ask, input } = data
  const say = (answer: AnalysisAnswer) => self.postMessage(answer)
  try {
    const answer = answers[ask] as (input: unknown) => unknown
    say({ id, output: await answer(input) })
  } catch (error) {
    say({ id, failure: error instanceof Error ? error.message : String(error) })
  }
})
