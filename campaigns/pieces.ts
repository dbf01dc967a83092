/**
 * Pieces of the npm registry: each one known to be there is fetched, unpacked, loaded and read in the sandbox, and one of its actions runs
 * against a stand-in that answers every host by TLS. Then hostile pieces: whether one gets out, or tells a secret.
 * `node campaigns/pieces.ts [--registry https://registry.npmjs.org] [--only slack,notion] [--hostile]`
 * Prints counts and reasons, and exits non-zero when a hostile piece got anything, or when what it tried proves nothing.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { KNOWN_PIECES } from '#connectors/pieces/known-pieces.ts'
import { tryHostilePieces } from '#test/support/pieces/hostile.ts'
import { tryRealPieces } from '#test/support/pieces/real.ts'

const { values } = parseArgs({
  options: {
    registry: { type: 'string', default: 'https://registry.npmjs.org' },
    only: { type: 'string' },
    hostile: { type: 'boolean', default: false },
  },
})

const folder = mkdtempSync(join(tmpdir(), 'chowk-pieces-campaign-'))
try {
  const got = await tryHostilePieces(folder)
  if (!values.hostile) {
    const names = values.only?.split(',') ?? KNOWN_PIECES
    await tryRealPieces(folder, values.registry, names)
  }
  process.exitCode = got === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
