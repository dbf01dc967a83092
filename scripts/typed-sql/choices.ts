/** Finds every form of a statement: the evaluator asks at each open condition, and is run again until every answer was given once. */
import type ts from 'typescript-5'

/** The answers of one evaluation, by question. */
export class Choices {
  /** Every time a question was asked, with all answers up to then. */
  readonly asked: {
    question: string
    place: string
    answers: number
    picked: number
    before: ReadonlyMap<string, number>
  }[] = []
  readonly #picked: Map<string, number>
  #taken = new Map<string, number>()

  constructor(given: ReadonlyMap<string, number> = new Map()) {
    this.#picked = new Map(given)
  }

  /** Answers with a number below `answers`. The same question has one answer, wherever it is asked. */
  pick(question: string, answers: number, site?: ts.Node): number {
    const known = this.#picked.get(question)
    const picked = known === undefined || known >= answers ? 0 : known
    if (answers > 1) {
      const place = site ? `${question}@${site.getSourceFile().fileName}:${site.pos}` : question
      if (!this.asked.some((one) => one.place === place))
        this.asked.push({ question, place, answers, picked, before: new Map(this.#taken) })
      this.#taken.set(question, picked)
    }
    this.#picked.set(question, picked)
    return picked
  }

  /** Answers a question before it is asked. */
  assume(question: string, picked: number): void {
    if (!this.#picked.has(question)) this.#picked.set(question, picked)
  }
}

/**
 * Calls `evaluate` until, at every place that asks, every answer was given at least once. Not every combination of answers: fragments that
 * are put together are each checked, and the number of evaluations stays a sum.
 * @returns false when `most` evaluations were not enough
 */
export function tryEveryAnswer(evaluate: (choices: Choices) => void, most: number): boolean {
  const seen = new Set<string>()
  const open: ReadonlyMap<string, number>[] = [new Map()]
  for (let count = 0; count < open.length; count++) {
    if (count === most) return false
    const choices = new Choices(open[count])
    evaluate(choices)
    for (const { place, picked } of choices.asked) seen.add(`${place}=${picked}`)
    for (const { question, place, answers, before } of choices.asked)
      for (let other = 0; other < answers; other++) {
        if (seen.has(`${place}=${other}`)) continue
        seen.add(`${place}=${other}`)
        open.push(new Map(before).set(question, other))
      }
  }
  return true
}
