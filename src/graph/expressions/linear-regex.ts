/** The regular expressions of expressions: RE2, whose time grows with the text only, behind the part of `RegExp` that JSONata uses. */
import { RE2JS } from 're2js'
import { EXPRESSION_LIMITS } from './expression-error.ts'

const refusal = (code: string, message: string) => Object.assign(new Error(message), { code })

const CACHE_SIZE = 500
const cache = new Map<string, RE2JS>()

function compile(source: RegExp): RE2JS {
  const key = String(source)
  const known = cache.get(key)
  if (known) return known
  let flags = 0
  if (source.flags.includes('i')) flags |= RE2JS.CASE_INSENSITIVE
  if (source.flags.includes('m')) flags |= RE2JS.MULTILINE
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(source.source), flags)
    if (cache.size >= CACHE_SIZE) cache.clear()
    cache.set(key, compiled)
    return compiled
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : ''
    throw refusal('expression_failed', `This regular expression is not supported (no look-around): ${reason}`)
  }
}

export class LinearRegex {
  lastIndex = 0
  readonly #regex: RE2JS
  /** One object lives for one evaluation, so its time is bounded from here. */
  readonly #deadline = Date.now() + EXPRESSION_LIMITS.ms

  constructor(source: RegExp) {
    this.#regex = compile(source)
  }

  /** Instructions of its program: each character of a text may take that many steps. */
  get size(): number {
    return this.#regex.programSize()
  }

  exec(text: string): (RegExpExecArray & { index: number }) | null {
    if (text.length > EXPRESSION_LIMITS.regexText) {
      throw new RangeError(`A regular expression runs over at most ${EXPRESSION_LIMITS.regexText} characters`)
    }
    if (Date.now() > this.#deadline) throw refusal('D1012', 'time is over')
    const matcher = this.#regex.matcher(text)
    if (this.lastIndex > text.length || !matcher.find(this.lastIndex)) {
      this.lastIndex = 0
      return null
    }
    const groups: (string | undefined)[] = []
    for (let group = 0; group <= matcher.groupCount(); group++) groups.push(matcher.group(group) ?? undefined)
    this.lastIndex = matcher.end()
    return Object.assign(groups, { index: matcher.start(), input: text }) as unknown as RegExpExecArray
  }
}
