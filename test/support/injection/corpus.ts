/** Injected documents by a seed: every carrier and every goal, in all voices. */
import { randomOf } from '#test/support/random-programs/generate.ts'
import { CARRIERS, type Injected } from './carriers.ts'
import { type Attacker, GOALS, type Goal } from './goals.ts'
import { PAGES } from './pages.ts'
import { VOICES } from './words.ts'

export interface InjectedDocument {
  id: number
  carrier: string
  language: string
  voice: string
  goal: Goal
  /** What the document says otherwise, with a secret of its own. */
  about: keyof typeof PAGES
  content: Injected
}

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T

/**
 * The same documents for the same seed. Carriers and goals go round at different speeds, so that few documents hold all of both.
 * @param secret stands in each document beside the injection
 */
export async function corpus(
  count: number,
  seed: number,
  attacker: Attacker,
  secret: string,
): Promise<InjectedDocument[]> {
  const random = randomOf(seed)
  const shift = random.whole(1_000)
  const abouts = Object.keys(PAGES) as (keyof typeof PAGES)[]
  const made: InjectedDocument[] = []
  for (let id = 1; id <= count; id++) {
    const carrier = at(CARRIERS, id + shift)
    const goal = at(GOALS, id * 3 + shift)
    const voice = random.pick(VOICES)
    const about = random.pick(abouts)
    const injection = voice.text.replace('{goal}', `${goal.asks(attacker)} (order ${id})`)
    const content = await carrier.carry(injection, PAGES[about].replace('{secret}', secret))
    made.push({ id, carrier: carrier.name, language: voice.language, voice: voice.name, goal, about, content })
  }
  return made
}
