import { expect, it } from 'vitest'
import { busy, longestTaskDuring } from '#test/support/busy.ts'
import { parseMail, readSender, UnreadableMail } from './mail-reader.ts'

const PARTS = 'From: a@shop.example\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n'

it('refuses a message of many parts before it is parsed', async () => {
  const message = Buffer.from(PARTS + '--x\r\n\r\na\r\n'.repeat(100_000))
  const spent = busy()
  await expect(parseMail(message)).rejects.toThrow(UnreadableMail)
  expect(spent()).toBeLessThan(200)
})

it('reads a message of many lines outside the server’s thread', async () => {
  const message = Buffer.from(`From: a@shop.example\r\n\r\n${'\n'.repeat(60_000)}end`)
  let text = ''
  const longest = await longestTaskDuring(async () => {
    text = (await parseMail(message)).text
  })
  expect(text).toMatch(/^\n+end/)
  expect(longest).toBeLessThan(200)
})

it('refuses a message that the parser refuses', async () => {
  const nested = Array.from(
    { length: 300 },
    (_, n) => `Content-Type: multipart/mixed; boundary=x${n}\r\n\r\n--x${n}\r\n`,
  )
  await expect(parseMail(Buffer.from(nested.join('')))).rejects.toMatchObject({ responseCode: 554 })
})

it('keeps 20 attachments and names the others', async () => {
  const part = (n: number) =>
    `--x\r\nContent-Disposition: attachment; filename=${n}.bin\r\nContent-Type: a/b\r\n\r\n${n}\r\n`
  const message = Buffer.from(PARTS + Array.from({ length: 22 }, (_, n) => part(n)).join(''))
  const { attachments, more_attachments } = await parseMail(message)
  expect(attachments.map(({ bytes }) => new TextDecoder().decode(bytes).trim())).toEqual(
    Array.from({ length: 20 }, (_, n) => String(n)),
  )
  expect(more_attachments).toEqual(['20.bin', '21.bin'])
})

it.each([
  ['From: Boss <BOSS@shop.example>\r\nTo: x@y.example\r\n\r\nFrom: other@shop.example', 'boss@shop.example'],
  ['Subject: x\n\nFrom: boss@shop.example', ''],
  [`${'X: y\r\n'.repeat(20_000)}From: boss@shop.example\r\n\r\n`, ''],
])('finds the sender in the headers alone', async (message, sender) => {
  expect(await readSender(Buffer.from(message))).toBe(sender)
})
