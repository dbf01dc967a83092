import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '#test/support/program.ts'
import { loadConfig } from './config.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

describe('the configuration', () => {
  it.each([' ', '\r', '\n'])('names the same folder with white space (%j) around it', (space) => {
    const dataDir = join(folder.path, 'data')
    const config = loadConfig({
      DATA_DIR: `${dataDir}${space}`,
      DATABASE_DIR: `${space}${dataDir}-base`,
      HOST: ` ::1${space}`,
    })
    expect(config).toMatchObject({ dataDir, databaseDir: `${dataDir}-base`, host: '::1' })
    expect(readdirSync(folder.path)).toEqual(['data'])
  })

  it.each(['DATA_DIR', 'DATABASE_DIR'])(
    'does not begin a new installation where %s has quotes or ~ in front',
    (name) => {
      for (const path of ['"/srv/chowk"', "'/srv/chowk'", '~/chowk', '/srv/\tchowk'])
        expect(() => loadConfig({ DATA_DIR: folder.path, [name]: path })).toThrow(`${name}: must be the plain path`)
      expect(existsSync('~')).toBe(false)
      expect(loadConfig({ DATA_DIR: join(folder.path, "o'hara's ~ data") }).dataDir).toContain("o'hara's ~ data")
    },
  )

  it.each([
    [{ PORT: 'abc' }, 'PORT: '],
    [{ PORT: '70000' }, 'PORT: '],
    [{ ROLE: 'boss' }, 'ROLE: '],
    [{ ADMIN_EMAIL: 'nobody' }, 'ADMIN_EMAIL: '],
    [{ ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD: at least 8 characters'],
    [{ DATABASE_URL: 'mysql://x/y' }, 'DATABASE_URL: '],
    [{ PUBLIC_URL: 'javascript:alert(1)' }, 'PUBLIC_URL: '],
  ])('is refused with the name of what is wrong in %o', (wrong, message) => {
    expect(() => loadConfig({ DATA_DIR: folder.path, ...wrong })).toThrow(message)
  })
})
