import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '#test/support/program.ts'
import { loadConfig } from './config.ts'
import { misspelt, withFiles } from './variable-files.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const fileWith = (text: string): string => {
  const path = join(folder.path, 'value')
  writeFileSync(path, text)
  return path
}

describe('a variable in a file', () => {
  it('is read without the line break that an editor adds, and nothing else is cut', () => {
    expect(withFiles({ SMTP_PASSWORD_FILE: fileWith(' pass word \n') }, ['SMTP_PASSWORD']).SMTP_PASSWORD).toBe(
      ' pass word ',
    )
  })

  it('counts as the variable itself', () => {
    const config = loadConfig({ DATA_DIR: folder.path, ADMIN_EMAIL_FILE: fileWith('asha@clinic.example\n') })
    expect(config.adminEmail).toBe('asha@clinic.example')
  })

  it('is refused by name when it cannot be read or the variable is set as well', () => {
    expect(() => loadConfig({ DATA_DIR: folder.path, ADMIN_PASSWORD_FILE: '/nowhere/secret' })).toThrow(
      'ADMIN_PASSWORD_FILE: cannot read /nowhere/secret',
    )
    const both = { DATA_DIR: folder.path, BRAND_NAME: 'One', BRAND_NAME_FILE: fileWith('Two') }
    expect(() => loadConfig(both)).toThrow('BRAND_NAME: is set, and so is BRAND_NAME_FILE')
  })
})

it('names what was probably meant by a misspelt variable, and leaves those of others alone', () => {
  const known = ['DATABASE_URL', 'SMTP_PASSWORD', 'PORT', 'ROLE']
  const env = { DATABSE_URL: 'x', SMTP_PASSWORD_FIL: 'x', database_url: 'x', PATH: '/bin', HOME: '/root', PORTS: '1' }
  expect(misspelt(env, known)).toEqual([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['SMTP_PASSWORD_FIL', 'SMTP_PASSWORD_FILE'],
    ['database_url', 'DATABASE_URL'],
  ])
})
