import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { readHosts } from './read-hosts.ts'

let folder = ''
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function hostsOf(code: string, library = ''): string[] {
  folder = mkdtempSync(join(tmpdir(), 'chowk-hosts-'))
  writeFileSync(join(folder, 'index.js'), code)
  mkdirSync(join(folder, 'node_modules/lib'), { recursive: true })
  writeFileSync(join(folder, 'node_modules/lib/index.js'), library)
  return readHosts(folder).hosts
}

/** `<shop>` is written as JavaScript fills it in. */
const filled = (code: string): string => code.replace(/<(\w+)>/g, '$' + '{$1}')

it.each([
  ['a text', "fetch('https://api.lamps.example/v1')", ['api.lamps.example']],
  ['one that is put together', 'fetch(`https://<shop>.lamps.example/v1/<id>`)', ['*.lamps.example']],
  ['one that is added up', "fetch('https://' + shop + '.lamps.example/v1')", ['*.lamps.example']],
  ['a path that is filled in', 'fetch(`https://api.lamps.example/v1/<id>`)', ['api.lamps.example']],
  ['a port', "connect('https://api.lamps.example:8443')", ['api.lamps.example:8443']],
  ['a whole host that is filled in', 'fetch(`https://<host>/v1`)', []],
  ['one whose end is filled in', 'fetch(`https://api.<zone>/v1`)', []],
  ['a top-level domain alone', 'fetch(`https://<shop>.com/v1`)', []],
  ['a comment', '// https://evil.example', []],
  ['what people read', "x = { description: 'https://read.example/a' }", []],
  ['documentation', "x = 'https://docs.lamps.example/a'", []],
])('the host of %s', (_what, code, expected) => {
  expect(hostsOf(filled(code))).toEqual(expected)
})

it('libraries are left out, and what cannot be parsed is told', () => {
  expect(hostsOf('fetch(', "fetch('https://lib.example')")).toEqual([])
  expect(readHosts(folder).unread).toEqual(['index.js'])
})
