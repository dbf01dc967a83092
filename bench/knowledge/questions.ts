/**
 * Two public sets of questions whose right passage is known, from data that is not part of this repository: the Perl FAQ (Debian's package
 * perl-doc: 300 questions that people ask, each the heading of its answer), and the words that clinicians use for diagnoses (inclusion terms
 * of ICD-10-CM, each filed under one official description). A heading is no part of its passage.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { documentFromText } from '#nodes/lib/document/text-document.ts'
import { cutDocument } from '#server/areas/knowledge/indexing/chunk-document.ts'

export interface QuestionSet {
  name: string
  passages: string[]
  questions: { text: string; right: ReadonlySet<number> }[]
}

const plain = (pod: string): string =>
  pod
    .replace(/^=(?:encoding|over|back|cut|for|begin|end|item).*$/gm, '')
    .replace(/[A-Z]<{1,3}\s*([^<>]*?)\s*>{1,3}/g, '$1')
    .trim()

export function perlFaq(folder: string): QuestionSet {
  const set: QuestionSet = { name: 'perl-faq', passages: [], questions: [] }
  for (const name of readdirSync(folder)
    .filter((one) => /^perlfaq[1-9]\.pod$/.test(one))
    .sort())
    for (const part of readFileSync(join(folder, name), 'latin1')
      .split(/^=head2 /m)
      .slice(1)) {
      const end = part.indexOf('\n')
      const answer = plain(part.slice(end).split(/^=head1 /m)[0] ?? '')
      const chunks = [...cutDocument(documentFromText(answer), { chunk_chars: 900, overlap_chars: 120 })].flat()
      if (chunks.length === 0) continue
      const first = set.passages.length
      set.passages.push(...chunks.map(({ text }) => text))
      set.questions.push({ text: plain(part.slice(0, end)), right: new Set(chunks.map((_, at) => first + at)) })
    }
  return set
}

/** @param most descriptions; every so many is taken, so that all chapters are there */
export function clinicalTerms(folder: string, most = 4000): QuestionSet {
  const file = gunzipSync(readFileSync(join(folder, 'icd10cm-2014-inclusion-terms.json.gz')))
  const all = Object.values(JSON.parse(file.toString()) as Record<string, { d: string; i: string[] }>)
  const step = Math.max(1, Math.floor(all.length / most))
  const chosen = all.filter((_, at) => at % step === 0)
  return {
    name: 'clinical-terms',
    passages: chosen.map(({ d }) => d),
    questions: chosen.flatMap(({ i }, at) => i.slice(0, 1).map((text) => ({ text, right: new Set([at]) }))),
  }
}
