import { expect, it } from 'vitest'
import { zip } from '#test/support/files.ts'
import { BadEntry, BadZip, readZip } from './unzip.ts'

const MOST = 1000
const archive = (parts: Parameters<typeof zip>[0]) => new File([new Uint8Array(zip(parts))], 'day.zip')
const text = (data: string) => Buffer.from(data)

it('reads files, packed and stored, by their names alone', async () => {
  const entries = await readZip(
    archive([
      { name: 'day/one.txt', data: text('one') },
      { name: '../../etc/two.txt', data: text('two'), stored: true },
      { name: 'C:\\x\\three.txt', data: text('') },
    ]),
    MOST,
  )
  expect(entries.map(({ name, problem }) => [name, problem])).toEqual([
    ['one.txt', null],
    ['two.txt', null],
    ['three.txt', null],
  ])
  expect(await Promise.all(entries.map(async ({ open }) => (await open()).text()))).toEqual(['one', 'two', ''])
})

it('leaves out folders and what systems add', async () => {
  const names = ['a/', '__MACOSX/a/x.pdf', 'a/.DS_Store', '.git/config', 'Thumbs.db', 'a/x.pdf']
  const entries = await readZip(archive(names.map((name) => ({ name, data: text('x') }))), MOST)
  expect(entries.map(({ name }) => name)).toEqual(['x.pdf'])
})

it('says of an entry that is locked, too large, or unpacks to more than it claims', async () => {
  const entries = await readZip(
    archive([
      { name: 'locked.pdf', data: text('x'), encrypted: true },
      { name: 'large.pdf', data: Buffer.alloc(MOST + 1) },
      { name: 'bomb.pdf', data: Buffer.alloc(100 * MOST), claimedSize: 10 },
      { name: 'short.pdf', data: text('abc'), claimedSize: 2 },
    ]),
    MOST,
  )
  expect(entries.map(({ problem }) => problem)).toEqual(['file_encrypted', 'file_too_large', null, null])
  const refusals = await Promise.all(entries.slice(2).map(({ open }) => open().catch((error: unknown) => error)))
  expect(refusals).toEqual([new BadEntry('file_too_large'), new BadEntry('file_broken')])
})

it('refuses what is no archive, or is cut off', async () => {
  await expect(readZip(new File(['no zip'], 'x.zip'), MOST)).rejects.toBeInstanceOf(BadZip)
  const whole = zip([{ name: 'a.txt', data: text('a') }])
  const cut = new File([new Uint8Array(whole.subarray(40))], 'x.zip')
  await expect(readZip(cut, MOST)).rejects.toBeInstanceOf(BadZip)
})
