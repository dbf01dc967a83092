/**
 * The designer in Hindi: what it says through `t`, what the nodes are called, and what nodes, validation and the analysis worker put
 * together in English. Its texts are a file of their own, which who never opens it never fetches.
 */
import { describe, expect, it } from 'vitest'
import { EXECUTION_STATUSES } from '#contract/runs/execution-states.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { describe as describeNode } from '#nodes/describe.ts'
import { usesIn, valuesOf, writtenIn } from '#test/support/text-uses.ts'
import { SHAPES } from './canvas/model/fields/app-fields.ts'
import { OPERATORS } from './canvas/model/fields/condition-rows.ts'
import { type Control, type Field, fieldsOf } from './canvas/model/fields/field-model.ts'
import { KINDS as PROBLEM_KINDS } from './canvas/model/fields/problem-words.ts'
import { KINDS } from './canvas/model/fields/schema-rows.ts'
import { FIELDS } from './canvas/model/rebase/conflict-words.ts'
import { VIEWS } from './canvas/panels/data/data-view.tsx'
import { failureDocs } from './canvas/panels/data/failure-docs.ts'
import { WORDS } from './canvas/panels/expression/converters.ts'
import { TYPES } from './canvas/panels/expression/data-path.ts'
import { FUNCTIONS } from './canvas/panels/expression/functions.ts'
import { ROLE_WORDS } from './canvas/panels/presence/members-dialog.tsx'
import { SHOWN } from './canvas/panels/run/dock-head.tsx'
import { STATES as ACCOUNT_STATES } from './canvas/panels/settings/controls/app-account.tsx'
import { JOINS } from './canvas/panels/settings/controls/condition-control.tsx'
import { STATES as CREDENTIAL_STATES } from './canvas/panels/settings/controls/credential-picker.tsx'
import { UNKNOWN } from './canvas/panels/settings/controls/model-picker.tsx'
import { KIND_NAMES } from './canvas/panels/settings/controls/value-kinds.ts'
import { ON_ERROR } from './canvas/panels/settings/policy-fields.tsx'
import { STATES } from './canvas/panels/versions/history-panel.tsx'
import { TRIGGERS } from './canvas/panels/versions/used-by.tsx'
import { SAID } from './canvas/services/draft/known-values.ts'
import own from './canvas/services/language/hindi.json'
import { SAID as HEARD } from './canvas/services/run/listen.ts'
import { DOING, DONE } from './canvas/services/run/run-control.ts'
import { actions } from './canvas/tools/commands/action-list.ts'
import { BEHIND } from './canvas/tools/commands/menu.ts'
import { HEADINGS } from './canvas/tools/gestures/picker.tsx'
import { MARKS, NAMES } from './canvas/view/comparison/difference-words.ts'
import { SHADE_NAMES } from './canvas/view/nodes/colors.ts'
import { NOUNS } from './canvas/view/nodes/node-words.ts'
import shared from './lib/hindi.json'

const SOURCES = import.meta.glob<string>(['./canvas/**/*.ts', './canvas/**/*.tsx', '!./**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
/** Code that speaks English only: nodes, the graph and its validation, and the worker. */
const ELSEWHERE = import.meta.glob<string>(
  ['../nodes/**/*.ts', '../graph/**/*.ts', './canvas/services/analysis/*.ts', '!../**/*.test.*'],
  { query: '?raw', import: 'default', eager: true },
)

function* textsOf(fields: readonly Field[]): Generator<string> {
  for (const { title, help, placeholder, control } of fields) {
    yield* [title, help, placeholder]
    yield* textsOfControl(control)
  }
}
function* textsOfControl(control: Control): Generator<string> {
  if ('options' in control) yield* control.options.map(({ label }) => label)
  if (control.kind === 'object') yield* textsOf(control.fields)
  if (control.kind === 'list') yield* textsOf([control.item])
  if (control.kind === 'variants') for (const { title, fields } of control.variants) yield* [title, ...textsOf(fields)]
}

/** Names, formats and code that are written the same in Hindi. */
const SAME =
  /^(?:(?!AND$|OR$)[A-Z]+|https:\/\/|dd\/MM\/yyyy|Sha\d+|Base64(?:url)?|Html|Data url|Markdown|Docx|Xlsx|Bm25|Qdrant|Pinecone|Supabase|Aadhaar|Abha|Tan|Cin|Irn|Phi|JavaScript)$/
const isText = (text: string | null): text is string =>
  text !== null && /\p{L}{2}/u.test(text) && !/^\{\{[^{}]*\}\}$/.test(text) && !SAME.test(text)

const NODE_TEXTS = catalogue.all
  .map(describeNode)
  .flatMap(({ title, description, ports, config }) => [
    title,
    description,
    ...ports.map((port) => port.title),
    ...textsOf(fieldsOf(config)),
  ])

const DIRECTIONS = ['left', 'horizontal centres', 'right', 'tops', 'vertical centres', 'bottoms']

const TABLE_TEXTS: readonly string[] = [
  ...NODE_TEXTS,
  ...actions.map(({ label }) => label),
  ...BEHIND.map(({ label }) => label),
  ...DIRECTIONS.map((direction) => `Aligned ${direction}`),
  ...[SHAPES, PROBLEM_KINDS, FIELDS, WORDS, TYPES, ROLE_WORDS, CREDENTIAL_STATES, UNKNOWN, KIND_NAMES].flatMap(
    (table) => Object.values<string | null>(table),
  ),
  ...[TRIGGERS, SAID, DOING, DONE, HEADINGS, MARKS, NAMES, SHADE_NAMES].flatMap((table) =>
    Object.values<string | null>(table),
  ),
  ...Object.values(ACCOUNT_STATES),
  ...Object.values(STATES),
  ...Object.values(HEARD).flatMap((texts) => Object.values(texts)),
  ...[...OPERATORS, ...KINDS, ...VIEWS, ...JOINS, ...ON_ERROR].map(({ label }) => label),
  ...SHOWN.map(([, label]) => label),
  ...EXECUTION_STATUSES,
  ...Object.values(NOUNS).flat(),
  ...Object.keys(FUNCTIONS),
  ...Object.values(FUNCTIONS).flatMap((functions) => functions.map(({ help }) => help)),
  ...['expression_syntax', 'credential', 'model', 'code_limit', 'timeout', 'other'].map(
    (code) => failureDocs(code, undefined).label,
  ),
  ...['choices', 'fields'],
].filter(isText)

/** Words that the designer says in a meaning of its own: `Run (command)`. */
const OWN_WORD = /^(.+) \((?:command|node|designer)\)$/

/** Sentences whose pieces are in different places of the code. */
const COMPOSED =
  /^(?:Adds(?: or replaces)?|Removes) a document$|^(?:Adds|Subtracts) \{1\} [a-z ]+$|isn’t a function|^“\{1\}”: this step has/

/** What a template of the nodes can become, whatever its values are; those that are hardly more than values are left out. */
function templateOf(text: string): RegExp | null {
  const pieces = text.split(/\{\d\}/)
  if (pieces.length === 1 || !/\p{L}{2}/u.test(pieces.join(''))) return null
  return new RegExp(`^${pieces.map((piece) => piece.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('.*')}$`, 's')
}

const said = new Set(
  Object.entries(SOURCES)
    .flatMap(usesIn)
    .map(({ text }) => text),
)
const wanted = new Set([...said, ...TABLE_TEXTS])
const written = new Set(Object.entries(ELSEWHERE).flatMap(writtenIn))
const templates = [...written].flatMap((text) => templateOf(text) ?? [])
const entries = Object.entries<string>(own)
const known = new Set([...Object.keys(own), ...Object.keys(shared)])

describe('Hindi of the designer', () => {
  it('has words for every text', () => {
    expect([...wanted].filter((text) => !known.has(text)).sort()).toEqual([])
  })
  it('has no words that nobody asks for', () => {
    const isAsked = (text: string) =>
      wanted.has(text) || written.has(text) || COMPOSED.test(text) || templates.some((template) => template.test(text))
    const unasked = entries.map(([text]) => text).filter((text) => !isAsked(OWN_WORD.exec(text)?.[1] ?? text))
    expect(unasked).toEqual([])
  })
  it('says nothing that the whole interface says', () => {
    expect(entries.map(([text]) => text).filter((text) => text in shared)).toEqual([])
  })
  it('puts the same values in', () => {
    expect(entries.filter(([text, words]) => valuesOf(text).join() !== valuesOf(words).join())).toEqual([])
  })
  it('says something, in its own letters', () => {
    const latin = entries.filter(([text, words]) => /\p{L}{3}/u.test(text) && !/\p{Script=Devanagari}/u.test(words))
    expect(latin.map(([text]) => text)).toEqual([])
  })
  it('is sorted, so that two people who add to it meet seldom', () => {
    const keys = entries.map(([text]) => text)
    expect(keys).toEqual([...keys].sort())
  })
})
