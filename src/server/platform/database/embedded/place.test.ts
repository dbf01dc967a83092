import { createHash, randomUUID } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { recordExternalDatabase } from '#server/platform/database/external-database.ts'
import { temporaryFolder } from '#test/support/program.ts'
import { findPlace } from './place.ts'

let folder: ReturnType<typeof temporaryFolder>
let systemHome: string
let dataDir: string
beforeEach(() => {
  folder = temporaryFolder()
  systemHome = join(folder.path, 'system')
  dataDir = join(folder.path, 'data')
  mkdirSync(dataDir)
})
afterEach(() => {
  vi.restoreAllMocks()
  folder.remove()
})

const cluster = (path: string): string => {
  mkdirSync(path, { recursive: true })
  writeFileSync(join(path, 'PG_VERSION'), '18\n')
  return path
}
const place = (databaseDir?: string) => findPlace({ dataDir, databaseDir, systemHome })

describe('the place of the database', () => {
  it('is in the data folder, or where DATABASE_DIR says', async () => {
    expect((await place()).data).toBe(join(dataDir, 'postgres'))
    const named = join(folder.path, 'named/cluster')
    expect((await place(named)).data).toBe(named)
  })

  it.each([
    [0o755, 0o700],
    [0o770, 0o700],
    [0o750, 0o750],
  ])('is closed to other accounts, as Postgres asks, where Chowk is not started as root: %o', async (made, kept) => {
    vi.spyOn(process, 'getuid').mockReturnValue(1000)
    const data = join(dataDir, 'postgres')
    mkdirSync(data)
    chmodSync(data, made)
    expect((await place()).data).toBe(data)
    expect(statSync(data).mode & 0o777).toBe(kept)
  })

  it('does not come up empty when the copy of a data folder lacks its database', async () => {
    writeFileSync(join(dataDir, 'postgres.log'), '')
    mkdirSync(join(dataDir, 'postgres'))
    await expect(place()).rejects.toThrow(/already had a database, but there is none in .*\/data\/postgres/)
    const found = cluster(join(systemHome, 'data-0123456789ab'))
    await expect(place()).rejects.toThrow(`start with DATABASE_DIR=${found}`)
    expect((await place(found)).data).toBe(found)
  })

  it('does not come up empty when the data folder was used with a database that DATABASE_URL named', async () => {
    writeFileSync(join(dataDir, 'installation'), `${randomUUID()}\n`)
    await expect(place()).rejects.toThrow(
      /already had a database[\s\S]*DATABASE_URL if it is in a Postgres of your own/,
    )
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  })

  it('does not go back to the database that an installation left behind when it moved to one of DATABASE_URL', async () => {
    const data = cluster(join(dataDir, 'postgres'))
    const url = 'postgres://chowk:hidden@db.example:5433/chowk'
    await place()
    recordExternalDatabase(dataDir, url)
    await expect(place()).rejects.toThrow('with the database at db.example:5433/chowk, which DATABASE_URL named')
    await expect(place(data)).rejects.toThrow('Set DATABASE_URL again')
    expect(readFileSync(join(dataDir, 'external-database'), 'utf8')).not.toContain('hidden')
    rmSync(join(dataDir, 'external-database'))
    expect((await place()).data).toBe(data)
  })

  it('is served although a full disk left the note of an external database empty, and a note is replaced as a whole', async () => {
    const data = cluster(join(dataDir, 'postgres'))
    const note = join(dataDir, 'external-database')
    writeFileSync(note, '')
    expect((await place()).data).toBe(data)
    recordExternalDatabase(dataDir, 'postgres://chowk:hidden@one.example/chowk')
    linkSync(note, join(dataDir, 'former'))
    recordExternalDatabase(dataDir, 'postgres://chowk:hidden@two.example/chowk')
    expect(readFileSync(note, 'utf8')).toContain('two.example')
    expect(readFileSync(join(dataDir, 'former'), 'utf8')).toContain('one.example')
  })

  it('names where an earlier version put the database, instead of starting over', async () => {
    const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
    const earlier = cluster(join(systemHome, `data-${hash}`))
    await expect(place()).rejects.toThrow(`start with DATABASE_DIR=${earlier}`)
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
    expect((await place(earlier)).data).toBe(earlier)
    cluster(join(dataDir, 'postgres'))
    expect((await place()).data).toBe(join(dataDir, 'postgres'))
  })

  it.runIf(process.getuid?.() === 0)(
    'is not moved elsewhere when its account cannot enter a folder on the way: the fix is named',
    async () => {
      chmodSync(folder.path, 0o700)
      await expect(place()).rejects.toThrow(`cannot enter ${folder.path}. Choose one:`)
      await expect(place()).rejects.toThrow(`chmod o+x ${folder.path}`)
      expect(existsSync(systemHome)).toBe(false)
      chmodSync(folder.path, 0o711)
      expect((await place()).data).toBe(join(dataDir, 'postgres'))
    },
  )

  it.runIf(process.getuid?.() === 0)(
    'is looked for behind links: the folder that is closed is named, not the link',
    async () => {
      const closed = join(folder.path, 'closed')
      mkdirSync(join(closed, 'data'), { recursive: true })
      chmodSync(closed, 0o700)
      dataDir = join(folder.path, 'link')
      symlinkSync(join(closed, 'data'), dataDir)
      await expect(place()).rejects.toThrow(`chmod o+x ${closed}`)
      symlinkSync(join(closed, 'cluster'), join(folder.path, 'data/postgres'))
      mkdirSync(join(closed, 'cluster'))
      dataDir = join(folder.path, 'data')
      await expect(place()).rejects.toThrow(`chmod o+x ${closed}`)
    },
  )
})
