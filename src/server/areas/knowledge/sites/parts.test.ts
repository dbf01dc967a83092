import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readLinks, readSitemap } from './page-links.ts'
import { readRules, rulesForUs } from './robots.ts'
import { addressOfLink, parseStart, scopeOf } from './scope.ts'
import { sitemapText } from './sitemap-text.ts'

const none = new Set<string>()
const start = (text: string) => parseStart(text, none)

describe('addresses of a site', () => {
  it('are on its host and below its path, without what says nothing of the page', () => {
    const home = start('https://example.com/docs/start.html')
    const scope = scopeOf(home)
    expect(scope).toEqual({ origin: 'https://example.com', path: '/docs' })
    const address = (link: string) => addressOfLink(scope, none, link, home)?.href ?? null
    expect(address('a?b=2&utm_source=x&a=1#part')).toBe('https://example.com/docs/a?a=1&b=2')
    expect(address('http://example.com/docs/x;jsessionid=12')).toBe('https://example.com/docs/x')
    for (const link of [
      '/docsother',
      '../',
      'https://sub.example.com/docs/',
      '//other.com/docs/',
      'logo.svg',
      'mailto:me@x.in',
    ])
      expect(address(link), link).toBeNull()
    expect(address(`${'again/'.repeat(4)}`)).toBeNull()
    expect(address(Array.from({ length: 30 }, (_, n) => n).join('/'))).toBeNull()
    expect(scopeOf(start('https://example.com/help')).path).toBe('/help')
    expect(scopeOf(start('https://example.com')).path).toBe('')
  })
})

describe('robots.txt', () => {
  const rules = (text: string) => readRules('https://example.com', rulesForUs(text))
  const allows = (text: string, path: string) => rules(text).allows(new URL(path, 'https://example.com'))

  it('follows the group for us, otherwise the one for all', () => {
    const text =
      'User-agent: other\nDisallow: /\nUser-agent: *\nDisallow: /all\nUser-agent: CHOWK\nDisallow: /us # so\n'
    expect([allows(text, '/'), allows(text, '/all'), allows(text, '/us')]).toEqual([true, true, false])
    expect(allows('User-agent: a\nUser-agent: *\nDisallow: /x', '/x')).toBe(false)
    expect(allows('User-agent: a\nDisallow: /x', '/x')).toBe(true)
    expect(allows('<html>Not found</html>', '/')).toBe(true)
    expect(rules('Sitemap: https://example.com/s.xml\nUser-agent: *\nCrawl-delay: 2')).toMatchObject({
      ...{ delay_ms: 2000, sitemaps: ['https://example.com/s.xml'] },
    })
  })

  it('costs little, whatever it says', () => {
    const agents = Array.from({ length: 20_000 }, (_, n) => `User-agent: a${n}`).join('\n')
    const disallow = Array.from({ length: 15_000 }, (_, n) => `Disallow: /${n}`).join('\n')
    const began = performance.now()
    expect(allows(`${agents}\nUser-agent: *\n${disallow}`, '/77')).toBe(false)
    expect(allows(`User-agent: *\n${'Disallow: /*a*a*a*a*a*b\n'.repeat(20_000)}`, `/${'a'.repeat(1900)}`)).toBe(false)
    expect(performance.now() - began).toBeLessThan(5000)
  })
})

describe('what a page tells', () => {
  it('are its links, its own address and what it asks of programs', () => {
    const html = `<base href="/docs/"><link rel="canonical" href="/a"><meta name="ROBOTS" content="noindex">
      <!-- <a href="/no"></a> --><script>"<a href='/no'>"</script><a href="/one?a=1&amp;b=2">1</a><area href=two><a>none</a><a href='th`
    expect(readLinks(html)).toEqual({
      ...{ links: ['/one?a=1&b=2', 'two'], base: '/docs/', canonical: '/a', noindex: true, nofollow: false },
    })
    expect(readLinks('', 'googlebot: x, none')).toMatchObject({ noindex: true, nofollow: true })
  })

  it('are the addresses of a sitemap', () => {
    const xml =
      '<urlset><url><loc> https://a.in/?x=1&amp;y=2 </loc><image:loc>z</image:loc></url><url><loc><![CDATA[b]]></loc></url></urlset>'
    expect(readSitemap(xml, 10)).toEqual({ pages: ['https://a.in/?x=1&y=2', 'b'], sitemaps: [] })
    expect(readSitemap('<sitemapindex><sitemap><loc>c</loc></sitemap></sitemapindex>', 10).sitemaps).toEqual(['c'])
    expect(readSitemap('<html>Not found', 10)).toEqual({ pages: [], sitemaps: [] })
  })

  it('are the same in a compressed sitemap, of which no more is inflated than is read', async () => {
    const xml = '<urlset><url><loc>https://a.in/</loc></url></urlset>'
    expect(await sitemapText(Buffer.from(xml))).toBe(xml)
    expect(await sitemapText(gzipSync(xml))).toBe(xml)
    const bomb = gzipSync(xml + ' '.repeat(100_000_000))
    const text = await sitemapText(bomb)
    expect(text.length).toBe(8_000_000)
    expect(readSitemap(text, 10).pages).toEqual(['https://a.in/'])
    const broken = gzipSync(xml + ' '.repeat(1_000_000)).subarray(0, -20)
    expect(readSitemap(await sitemapText(broken), 10).pages).toEqual(['https://a.in/'])
    expect(await sitemapText(Buffer.from([0x1f, 0x8b, 1, 2, 3]))).toBe('')
  })
})
