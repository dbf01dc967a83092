import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { curlSnippets } from './snippets.ts'

const text = { text: { type: 'string', format: 'textarea' } }
const file = { report: { type: 'object', format: 'file' } }
const target = { name: 'agent_id', id: 'icd10-coder' } as const
const snippets = (properties: object, samples: object[], signed = false) =>
  curlSnippets('http://127.0.0.1:9', target, { input_schema: { properties }, samples } as never, signed)
/** What the shell hands to curl, with curl replaced. */
const sent = (code: string): string[] =>
  execFileSync('bash', ['-c', `curl() { printf '%s\\036' "$@"; }\n${code}`], {
    encoding: 'utf8',
    env: { ...process.env, TOKEN: 'key' },
  }).split('\x1e')

describe('snippets', () => {
  it('send the input of a sample as it is, whatever stands in it', () => {
    const input = { text: `It's "done" $HOME \`id\` \\ तेज़`, strict: true, level: 3 }
    const { text: code } = snippets({ ...text, ...file }, [{ title: 'A', input, file: null }])
    const body = sent(code ?? '').find((part) => part.startsWith('{')) ?? ''
    expect(JSON.parse(body)).toEqual({
      agent_id: 'icd10-coder',
      input: { ...input, text: input.text.replace("'", '’') },
      wait_ms: 25_000,
    })
  })

  it('are of the kinds of input that the agent takes, under its own names', () => {
    const only = snippets(text, [])
    expect([only.text?.includes('"text":"Your text"'), only.file]).toEqual([true, null])
    const scan = snippets(file, [])
    expect(scan.text).toBeNull()
    expect(sent(scan.file ?? '').join(' ')).toContain('"input":{"report":{"file_id":')
  })

  it('send a key where an account is needed, and the token of the run elsewhere', () => {
    const signed = snippets(text, [], true)
    expect(sent(signed.text ?? '')).toContain('Authorization: Bearer key')
    expect(signed.poll).not.toContain('X-Run-Token')
    expect(snippets(text, []).poll).toContain('X-Run-Token')
  })

  it('shorten long texts to their first sentence', () => {
    const input = { text: `Fever. ${'x'.repeat(500)}` }
    expect(snippets(text, [{ title: 'A', input, file: null }]).text).toContain('"text":"Fever."')
  })
})
