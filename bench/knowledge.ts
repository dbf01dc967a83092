/**
 * Knowledge: how soon a search is answered over bases of several sizes, and how often it finds the right passage.
 * `npm run bench -- knowledge [chunks…]` measures speed over made chunks (20,000 and 100,000 when no size is given; 1,000,000 takes some
 * minutes and 2 GB). Before that it measures quality, on the half of the questions that nothing was chosen by, with the sets whose data
 * is there (`knowledge/questions.ts`); `npm run bench -- knowledge 0` measures quality alone.
 */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { joinPostgres } from '#server/platform/database/embedded/postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createPool } from '#server/platform/database/pool.ts'
import { raise } from '#test/support/raise.ts'
import { makeBase } from './knowledge/made-base.ts'
import { recallTable } from './knowledge/quality.ts'
import { clinicalTerms, medicalAnswers, perlFaq, privacyPolicies, type QuestionSet } from './knowledge/questions.ts'
import { measureSpeed } from './knowledge/speed.ts'

async function measureAll(sizes: readonly number[]): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'chowk-bench-'))
  // When root runs this the database runs as another account, which must be able to enter.
  chmodSync(folder, 0o755)
  const server = await joinPostgres({ dataDir: folder, database: 'bench', settings: { fsync: 'off' }, onLost: raise })
  const pool = createPool(server.url, 10)
  try {
    await migrate(pool)
    let isFast = true
    for (const size of sizes) isFast = (await measureSpeed(pool, size, await makeBase(pool, size))) && isFast
    return isFast
  } finally {
    await pool.end()
    await server.leave()
    rmSync(folder, { recursive: true, force: true })
  }
}

const PERL = '/usr/share/perl'

/** Where Debian's perl-doc puts the FAQ; undefined where it is not installed. */
const installedFaq = (): string | undefined =>
  existsSync(PERL)
    ? readdirSync(PERL)
        .map((version) => join(PERL, version, 'pod'))
        .find((folder) => existsSync(join(folder, 'perlfaq1.pod')))
    : undefined

/** Those whose data is here; of the others it says what they need. */
function questionSets(): QuestionSet[] {
  const { CHOWK_DATA, CHOWK_FAQ = installedFaq(), CHOWK_MEDQUAD, CHOWK_POLICYQA } = process.env
  const known: [folder: string | undefined, read: (folder: string) => QuestionSet, needs: string][] = [
    [CHOWK_FAQ, perlFaq, 'the Perl FAQ needs the Debian package perl-doc, or its folder in CHOWK_FAQ'],
    [
      CHOWK_DATA,
      clinicalTerms,
      'the terms of clinicians need the folder that the bench of the coder reads, in CHOWK_DATA',
    ],
    [
      CHOWK_MEDQUAD,
      medicalAnswers,
      'the medical answers need the repository abachaa/MedQuAD, its folder in CHOWK_MEDQUAD',
    ],
    [
      CHOWK_POLICYQA,
      privacyPolicies,
      'the privacy policies need the folder data of wasiahmad/PolicyQA, in CHOWK_POLICYQA',
    ],
  ]
  return known.flatMap(([folder, read, needs]) => {
    if (folder) return [read(folder)]
    console.log(`Not measured: ${needs}.`)
    return []
  })
}

/** @returns whether every size is as fast as wanted, and both rankings together find more than each alone */
async function knowledge(sizes: readonly number[] = [20_000, 100_000]): Promise<boolean> {
  const isBetter = await recallTable(questionSets())
  return (await measureAll(sizes)) && isBetter
}

if (import.meta.main) {
  const sizes = process.argv.slice(2).map(Number)
  process.exitCode = (await knowledge(sizes.length > 0 ? sizes.filter((size) => size > 0) : undefined)) ? 0 : 1
}
