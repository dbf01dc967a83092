import { describe, expect, it } from 'vitest'
import { isPublicAddress } from './addresses.ts'
import { parseUrl, type Resolve, resolveTarget } from './target.ts'

const nowhere: Resolve = async () => {
  throw new Error('not to be asked')
}
const to =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
const check = async (url: string, resolve: Resolve = nowhere, allow: string[] = []): Promise<string> => {
  try {
    const target = await resolveTarget(parseUrl(url), new Set(allow), resolve)
    return `called ${target.pinned.map(({ address }) => address).join()}`
  } catch (cause) {
    return (cause as { code: string }).code
  }
}

/** Spellings of addresses that are not on the public internet; none may be called, and none needs a name server. */
const SPELLINGS = [
  ...[
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '127.255.255.254',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '017700000001',
  ],
  ...[
    '0',
    '0.0.0.0',
    '0x0',
    '00',
    '0.1',
    '127.0.0.1.',
    '2130706433.',
    '%31%32%37.0.0.1',
    '127%2e0%2e0%2e1',
    '１２７.0.0.1',
  ],
  ...['①②⑦.⓪.⓪.①', '127。0。0。1', '127．0．0．1', '127｡0｡0｡1', '𝟣𝟤𝟩.0.0.1'],
  ...[
    '10.0.0.1',
    '10.1',
    '0xa.1',
    '012.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '192.168.1',
    '3232235777',
  ],
  ...[
    '169.254.169.254',
    '169.254.43518',
    '2852039166',
    '0xa9fea9fe',
    '0xa9.0xfe.0xa9.0xfe',
    '0251.0376.0251.0376',
    '169.254.169.254.',
  ],
  ...[
    '100.100.100.200',
    '100.64.0.1',
    '100.127.255.255',
    '192.0.0.192',
    '192.0.2.1',
    '192.88.99.1',
    '198.18.0.1',
    '198.19.255.255',
  ],
  ...[
    '198.51.100.7',
    '203.0.113.7',
    '224.0.0.1',
    '239.255.255.250',
    '240.0.0.1',
    '255.255.255.255',
    '4294967295',
    '168.63.129.16',
  ],
  ...[
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[0000::0001]',
    '[::127.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::FFFF:169.254.169.254]',
  ],
  ...[
    '[0:0:0:0:0:ffff:a9fe:a9fe]',
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b::169.254.169.254]',
    '[64:ff9b:1::a00:1]',
  ],
  ...[
    '[2002:7f00:1::]',
    '[2002:a9fe:a9fe::1]',
    '[2001:0:4136:e378:8000:63bf:80ff:fffe]',
    '[2001::1]',
    '[2001:db8::1]',
    '[2001:10::1]',
  ],
  ...[
    '[3fff::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[100::1]',
    '[5f00::1]',
    '[4000::1]',
    '[1::1]',
  ],
]
const MALFORMED = [
  ...[
    '',
    'example.com',
    '//example.com',
    '/path',
    'file:///etc/passwd',
    'ftp://example.com',
    'gopher://127.0.0.1:70/_',
    'data:text/plain,x',
  ],
  ...[
    'javascript:alert(1)',
    'dict://127.0.0.1:11211/',
    'ldap://x',
    'unix:/var/run/docker.sock',
    'http+unix://%2Fvar%2Frun/x',
    'ws://example.com',
    'jar:http://x!/',
  ],
  ...[
    'blob:http://example.com/x',
    'http://',
    'http:///',
    'http://user@example.com',
    'http://user:pass@example.com',
    'http://:pass@example.com',
  ],
  ...[
    'http://127.0.0.1@example.com',
    'http://example.com@127.0.0.1',
    'http://example.com\\@127.0.0.1',
    'http:\\\\127.0.0.1',
    'http://exa mple.com',
  ],
  ...[
    'http://example.com\r\nHost: evil',
    'http://example.com/\r\nX: y',
    'http://example.com\t',
    ' http://example.com',
    'http://exam\nple.com',
    'http://\u0000.com',
  ],
  ...[
    'http://[::1',
    'http://[fe80::1%25eth0]/',
    'http://1.2.3.4.5',
    'http://256.1.1.1',
    'http://0x100000000',
    'http://example.com:99999',
    'http://example.com:x',
  ],
  ...['http://exam%00ple.com', 'http://a<b.com', `http://example.com/${'x'.repeat(9000)}`],
]

describe('the target of a call', () => {
  it.each(SPELLINGS)('is never http://%s', async (host) => {
    expect(await check(`http://${host}/latest/meta-data`)).toBe('url_refused')
    expect(await check(`https://${host}:8443`)).toBe('url_refused')
  })
  it.each(MALFORMED)('is never %j', async (url) => {
    expect(await check(url, to('93.184.216.34'))).toBe('url_refused')
  })
  it.each([
    ['127.0.0.1'],
    ['10.0.0.5'],
    ['169.254.169.254'],
    ['::1'],
    ['::ffff:10.0.0.1'],
    ['fe80::1%eth0'],
    ['fd00::1'],
    ['64:ff9b::a00:1'],
  ])('is not a name that resolves to %s', async (address) => {
    for (const host of ['localhost', 'localhost.', 'metadata.google.internal', 'rebind.example', 'ｌocalhost'])
      expect(await check(`http://${host}/`, to(address))).toBe('url_refused')
  })
  it('is not a name with one private address among public ones', async () => {
    expect(await check('http://mixed.example', to('93.184.216.34', '10.0.0.1'))).toBe('url_refused')
    expect(await check('http://mixed.example', to('10.0.0.1', '93.184.216.34'))).toBe('url_refused')
    expect(await check('http://mixed.example', to('93.184.216.34', '::1'))).toBe('url_refused')
  })
  it('is called when it is public', async () => {
    expect(await check('https://example.com/a?b#c', to('93.184.216.34', '2606:2800:220:1::1'))).toBe(
      'called 93.184.216.34,2606:2800:220:1::1',
    )
    expect(await check('http://1.1.1.1')).toBe('called 1.1.1.1')
    expect(await check('http://[2606:4700::1111]:8080')).toBe('called 2606:4700::1111')
    expect(await check('http://münchen.example', to('9.9.9.9'))).toBe('called 9.9.9.9')
  })
  it('may be private where the operator allows exactly that host and port', async () => {
    const allow = ['127.0.0.1:9000', 'echo.lan:80', '[::1]:443']
    expect(await check('http://127.0.0.1:9000', nowhere, allow)).toBe('called 127.0.0.1')
    expect(await check('http://0x7f.1:9000', nowhere, allow)).toBe('called 127.0.0.1')
    expect(await check('http://echo.lan', to('10.0.0.9'), allow)).toBe('called 10.0.0.9')
    expect(await check('https://[::1]', nowhere, allow)).toBe('called ::1')
    for (const url of [
      'http://127.0.0.1:9001',
      'http://127.0.0.1',
      'http://127.0.0.2:9000',
      'https://echo.lan',
      'http://[::1]',
    ])
      expect(await check(url, to('10.0.0.9'), allow)).toBe('url_refused')
  })
  it('that has no address is named', async () => {
    expect(await check('http://nothing.example')).toBe('http_failed')
    expect(await check('http://nothing.example', to())).toBe('http_failed')
  })
  it.each(['', 'x', '1.2.3', '1.2.3.4.5', '::g', '1.2.3.4%1'])('has an address that is one: %j', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})
