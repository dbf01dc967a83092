import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { AppError } from '#contract/core/errors.ts'
import type { Brand } from '#contract/platform/brand.ts'
import type { Company } from '#contract/platform/company.ts'
import { TEST_BRAND } from '#test/support/brand.ts'
import type { DrawnPage, Renderer } from './pages/drawn.ts'
import { limitRequests } from './security.ts'
import { type ReadShellRole, serveWeb } from './static.ts'

const LOGO_MARK = {
  px: 26,
  mark: '<svg width="26"></svg>',
  picture: '<img src="__BRAND_LOGO__" alt="" width="__BRAND_LOGO_WIDTH__" height="26">',
}

const folder = mkdtempSync(join(tmpdir(), 'chowk-static-'))
const root = join(folder, 'web')
mkdirSync(root)
writeFileSync(
  join(root, 'index.html'),
  '<html lang="en-IN"><head><meta name="brand" content="Chowk" /><title>Chowk</title></head><body><div id="root"></div></body></html>',
)
const built = (title: string, html: string) => ({ title, html })
writeFileSync(
  join(folder, 'pages.json'),
  JSON.stringify({
    marks: {
      brand: '__BRAND_NAME__',
      origin: '__PUBLIC_URL__',
      company: { name: '__COMPANY_NAME__' },
      logos: [LOGO_MARK],
    },
    pages: {
      '/contact': built('Contact', '<p>__COMPANY_NAME__</p>'),
      '/login': built(
        'Welcome · __BRAND_NAME__',
        `<h1 title="__BRAND_NAME__">__BRAND_NAME__ at __PUBLIC_URL__</h1>${LOGO_MARK.mark}`,
      ),
    },
    missing: built('Page not found · __BRAND_NAME__', '<h1>Page not found</h1>'),
    scripts: { '/login': ['assets/login-12345678.js'] },
    shellScripts: ['assets/signed-in-12345678.js'],
    languages: {
      hi: {
        scripts: ['assets/hindi-12345678.js'],
        styles: ['hindi.css'],
        titles: { '/dashboard': 'डैशबोर्ड' },
      },
    },
  }),
)
writeFileSync(
  join(root, 'hindi.css'),
  '@font-face{src:url(/assets/noto-sans-devanagari-devanagari-wght-normal-12345678.woff2)}',
)
afterAll(() => rmSync(folder, { recursive: true }))

const apps: FastifyInstance[] = []
afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())))

interface Served {
  draw?: Renderer['draw']
  brand?: string
  readBrand?: () => Brand
  perMinute?: number
  company?: () => Partial<Company>
  readShellRole?: ReadShellRole
}
const nothingFilledIn = {}
async function serve({
  draw,
  brand = 'Chowk',
  readBrand,
  perMinute = 1_000,
  company = () => nothingFilledIn,
  readShellRole = async () => null,
}: Served = {}) {
  const named = { ...TEST_BRAND, name: brand }
  const app = Fastify()
  apps.push(app)
  app.decorateRequest('caller', null)
  await limitRequests(app, () => perMinute)
  app.get('/api/v1/agents/:id', () => ({ name: 'asked' }))
  const refuse: Renderer['draw'] = async () => Promise.reject(new Error('not drawn'))
  await serveWeb(app, root, {
    brand: readBrand ?? (() => named),
    origin: 'https://chowk.example',
    company,
    readShellRole,
    renderer: {
      draw: draw ?? refuse,
      drawShell: async (address, language, role) =>
        `<nav>${language === 'en' ? '' : `${language}, `}${role} at ${address} of __BRAND_NAME__</nav>`,
    },
  })
  return (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1', payload?: string) =>
    app.inject({
      url,
      headers: { accept: 'text/html', ...headers },
      remoteAddress,
      ...(payload !== undefined && { method: 'POST', payload }),
    })
}
const drawnPage = (page: Partial<DrawnPage> = {}): DrawnPage => ({
  status: 200,
  title: 'An agent · __BRAND_NAME__',
  html: '<p>drawn</p>',
  data: [],
  ...page,
})

describe('a page', () => {
  it("has the installation's name and address, as text whatever they hold", async () => {
    const get = await serve({ brand: 'Asha & "Sons" <script>$& $1' })
    const name = 'Asha &amp; &quot;Sons&quot; &lt;script&gt;$&amp; $1'
    const { statusCode, body } = await get('/login')
    expect(statusCode).toBe(200)
    expect(body).toContain(`<meta name="brand" content="${name}"`)
    expect(body).toContain(`<title>Welcome · ${name}</title>`)
    expect(body).toContain(`<h1 title="${name}">${name} at https://chowk.example</h1>`)
    expect(body).toContain(
      '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/login-12345678.js">',
    )
    expect(body).not.toMatch(/__BRAND_NAME__|__PUBLIC_URL__|<script>/)
  })

  it('keeps its code aside for the first paint, but not the code of a page that is not drawn', async () => {
    const get = await serve()
    const codeOf = (body: string) => /<template id="code">(.*?)<\/template>/s.exec(body)?.[1]
    const { body } = await get('/login')
    expect(codeOf(body)).toContain('/assets/login-12345678.js')
    expect(body.replace(/<template id="code">.*?<\/template>/s, '')).not.toMatch(/modulepreload|<script type="module"/)
    expect(codeOf((await get('/dashboard')).body)).toBeUndefined()
  })

  it('has the logo and the colours in its first answer, also once they changed', async () => {
    let shown = TEST_BRAND
    const get = await serve({ readBrand: () => shown })
    const before = (await get('/login')).body
    expect(before).toContain(LOGO_MARK.mark)
    expect(before).not.toMatch(/brand-logo|--indigo/)
    const id = 'ab'.repeat(16)
    const accent = { light: '#1d4ed8', dark: '#93c5fd' }
    shown = { ...TEST_BRAND, accent, logo: { id, width: 200, height: 100, with_name: false } }
    const { body } = await get('/login')
    expect(body).toContain(`<img src="/brand/${id}.webp" alt="" width="52" height="26">`)
    expect(body).not.toContain(LOGO_MARK.mark)
    expect(body).toContain(':root,[data-theme="light"]{--indigo:#1d4ed8;')
    expect(body).toContain('[data-theme="dark"]{--indigo:#93c5fd;')
    expect(body).toContain('.brand-name{position:absolute')
    expect(body).toContain('<meta name="brand-logo" content="{&quot;page&quot;:&quot;/brand/abab')
    // Nothing that the first paint would have to wait for.
    expect(body.match(/<link rel="stylesheet"/g)).toBeNull()
  })

  it('names the firm as it is filled in by now, as text whatever it holds', async () => {
    let filled: Partial<Company> = {}
    const get = await serve({ company: () => filled })
    expect((await get('/contact')).body).toContain('<p>Your Company Private Limited</p>')
    filled = { name: 'Asha & "Sons" <b>' }
    const { body } = await get('/contact')
    expect(body).toContain('<p>Asha &amp; &quot;Sons&quot; &lt;b&gt;</p>')
    expect(body).toContain(
      '<meta name="company" content="{&quot;name&quot;:&quot;Asha &amp; \\&quot;Sons\\&quot; &lt;b&gt;&quot;}">',
    )
    expect((await get('/dashboard')).body).toContain('Sons')
  })

  it('that only its reader may see is empty and not indexed', async () => {
    const get = await serve()
    const { statusCode, body } = await get('/dashboard')
    expect(statusCode).toBe(200)
    expect(body).toContain('<div id="root"></div>')
    expect(body).toContain('<meta name="robots" content="noindex">')
    expect(body).not.toContain('canonical')
  })

  it('that is not there answers 404 and says so', async () => {
    const get = await serve()
    const { statusCode, body } = await get('/nowhere')
    expect([statusCode, body.includes('<h1>Page not found</h1>'), body.includes('noindex')]).toEqual([404, true, true])
  })

  it('is sent compressed, and not again to who has it', async () => {
    const get = await serve()
    const plain = await get('/login')
    const br = await get('/login', { 'accept-encoding': 'gzip, br' })
    const gz = await get('/login', { 'accept-encoding': 'gzip, br;q=0' })
    expect([br.headers['content-encoding'], gz.headers['content-encoding']]).toEqual(['br', 'gzip'])
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
    expect(gunzipSync(gz.rawPayload).toString()).toBe(plain.body)
    expect(plain.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-encoding, cookie' })
    const again = await get('/login', { 'if-none-match': `W/"other", ${plain.headers.etag}` })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })
})

describe('a page of a signed-in person', () => {
  const readShellRole: ReadShellRole = async (cookie) =>
    cookie === 'as=seller' ? 'seller' : cookie === 'as=admin' ? 'admin' : null

  it('comes with the shell of their role, which no shared cache keeps, and nothing else', async () => {
    const get = await serve({ readShellRole, draw: async () => drawnPage() })
    const own = await get('/my-ai-services/0192?tab=share', { cookie: 'as=seller' })
    expect(own.body).toContain('<html data-role="seller" lang="en-IN">')
    expect(own.body).toContain('<div id="root"><nav>seller at /my-ai-services/x of Chowk</nav></div>')
    expect(own.body).toContain(
      '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/signed-in-12345678.js">',
    )
    expect(own.body).not.toMatch(/0192|id="drawn"|canonical/)
    expect(own.headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'accept-encoding, cookie' })
    // Public pages are theirs too.
    expect((await get('/marketplace', { cookie: 'as=admin' })).body).toContain('<nav>admin at /marketplace of')
    expect((await get('/workflows?workflow=1', { cookie: 'as=admin' })).body).toContain(
      'admin at /workflows?workflow=x',
    )
    const missing = await get('/nowhere', { cookie: 'as=seller' })
    expect([missing.statusCode, missing.body.includes('seller at /404')]).toEqual([404, true])
  })

  it('is in the language its reader has chosen', async () => {
    const get = await serve({ readShellRole: async () => 'seller' })
    const { body } = await get('/dashboard', { cookie: 'as=seller; chowk_language=hi' })
    expect(body).toContain('<html data-role="seller" lang="hi-IN">')
    expect(body).toContain('<title>डैशबोर्ड · Chowk</title>')
    expect(body).toContain('<nav>hi, seller at /dashboard of Chowk</nav>')
  })

  it('is that of a visitor for everyone else, also with the ETag of a person and while nobody can be asked', async () => {
    const get = await serve({ readShellRole, draw: async () => drawnPage() })
    const { headers } = await get('/dashboard', { cookie: 'as=seller' })
    const others: Record<string, string>[] = [{}, { cookie: 'as=nobody' }]
    for (const more of others) {
      const other = await get('/dashboard', { ...more, 'if-none-match': String(headers.etag) })
      expect([other.statusCode, other.body.includes('<div id="root"></div>')]).toEqual([200, true])
      expect(other.headers['cache-control']).toBe('no-cache')
    }
    const failing = await serve({ readShellRole: () => Promise.reject(new Error('away')) })
    expect((await failing('/dashboard', { cookie: 'as=seller' })).body).toContain('<div id="root"></div>')
  })
})

describe('a page with live data', () => {
  it('is drawn with answers of our own API, which are sent with it', async () => {
    const get = await serve({
      draw: async (_address, _language, send) => {
        const answer = (await (await send('/api/v1/agents/x')).json()) as object
        return drawnPage({
          data: [[['getAgent', { params: { id: 'x' } }], { ...answer, text: '</script><script>alert(1)' }]],
        })
      },
    })
    const { body } = await get('/marketplace')
    const json = /<script type="application\/json" id="drawn">(.*?)<\/script>/.exec(body)?.[1] ?? ''
    expect(JSON.parse(json)).toEqual({
      address: '/marketplace',
      data: [[['getAgent', { params: { id: 'x' } }], { name: 'asked', text: '</script><script>alert(1)' }]],
    })
  })

  it('is drawn in the language its reader has chosen, with what it is written in', async () => {
    const get = await serve({ draw: async (_address, language) => drawnPage({ html: `<p>drawn in ${language}</p>` }) })
    const hindi = await get('/marketplace', { cookie: 'other=1; chowk_language=hi' })
    expect(hindi.body).toContain('<html lang="hi-IN">')
    expect(hindi.body).toContain('<p>drawn in hi</p>')
    expect(hindi.body).toContain('href="/assets/hindi-12345678.js"')
    expect(hindi.body).toMatch(
      /rel="preload" as="font"[^>]* href="\/assets\/noto-sans-devanagari-[^"]*"><style>@font-face/,
    )
    for (const cookie of ['chowk_language=fr', 'not_chowk_language=hi']) {
      const { body } = await get('/marketplace', { cookie })
      expect([body.includes('<html lang="en-IN">'), body.includes('drawn in en'), body.includes('hindi')]).toEqual([
        true,
        true,
        false,
      ])
    }
    // What the build has drawn is English.
    expect((await get('/login', { cookie: 'chowk_language=hi' })).body).toContain('drawn in hi')
    expect((await get('/nowhere', { cookie: 'chowk_language=hi' })).body).toContain('<div id="root"></div>')
  })

  it('is drawn once for many readers, and for what of the query makes another page', async () => {
    const asked: string[] = []
    const get = await serve({ draw: async (address) => drawnPage({ title: String(asked.push(address)) }) })
    await Promise.all([get('/marketplace'), get('/marketplace/'), get('/marketplace?utm_source=x')])
    await get('/marketplace?page=2&utm_source=x&category=finance')
    expect(asked).toEqual(['/marketplace', '/marketplace?page=2&category=finance'])
  })

  it('shows what was searched for in its first HTML, and sends search engines to the page without the search', async () => {
    const get = await serve({ draw: async (address) => drawnPage({ html: `<p>drawn for ${address}</p>` }) })
    const { body } = await get('/marketplace?search=medical+coding&sort=newest&category=healthcare')
    expect(body).toContain('drawn for /marketplace?search=medical+coding&sort=newest&category=healthcare')
    expect(body).toContain('<link rel="canonical" href="https://chowk.example/marketplace?category=healthcare">')
    expect(body).toContain('"address":"/marketplace?search=medical+coding')
  })

  it('never shows an unfiltered list where the search is too long to be drawn', async () => {
    const get = await serve({ draw: async () => drawnPage() })
    expect((await get(`/marketplace?search=${'x'.repeat(201)}`)).body).toContain('<div id="root"></div>')
  })

  it('is left to the browser when it cannot be drawn', async () => {
    const get = await serve()
    const { statusCode, body } = await get('/marketplace')
    expect([statusCode, body.includes('<div id="root"></div>')]).toEqual([200, true])
    expect(body).toContain('<title>Marketplace · Chowk</title>')
  })

  it('answers 404 where its loader did, and is then not taken over', async () => {
    const get = await serve({ draw: async () => drawnPage({ status: 404, html: '<h1>Page not found</h1>' }) })
    const { statusCode, body } = await get('/agent/nobody')
    expect([statusCode, body.includes('noindex'), body.includes('"address":null')]).toEqual([404, true, true])
  })

  it('does not ask again at once when our own API is away', async () => {
    let times = 0
    const get = await serve({
      draw: async () => {
        times += 1
        throw Object.assign(new AppError('unavailable'), { name: 'ApiError' })
      },
    })
    await get('/marketplace')
    await get('/agent/a')
    expect(times).toBe(1)
  })

  it('that comes too late for its reader is there for the next one', async () => {
    const late = Promise.withResolvers<DrawnPage>()
    let times = 0
    const get = await serve({
      draw: () => {
        times += 1
        return late.promise
      },
    })
    expect((await get('/marketplace')).body).toContain('<div id="root"></div>')
    late.resolve(drawnPage())
    expect((await get('/marketplace')).body).toContain('<p>drawn</p>')
    expect(times).toBe(1)
  })

  it('is drawn for all while a client asks for what our own API refuses', async () => {
    const get = await serve({
      draw: async (address) => {
        if (address.includes('%00')) throw Object.assign(new AppError('invalid_input'), { name: 'ApiError' })
        return drawnPage({ html: `<p>drawn for ${address}</p>` })
      },
    })
    expect((await get('/marketplace?search=a%00b')).body).toContain('<div id="root"></div>')
    expect((await get('/marketplace?search=contract')).body).toContain('drawn for /marketplace?search=contract')
  })
})

describe('a visitor who opens many pages', () => {
  const VISITOR = '203.0.113.9'
  const OTHER = '198.51.100.9'
  const statusesOf = async (get: Awaited<ReturnType<typeof serve>>, urls: string[], address?: string) => {
    const statuses: number[] = []
    for (const url of urls) statuses.push((await get(url, {}, address)).statusCode)
    return statuses
  }
  const open = (get: Awaited<ReturnType<typeof serve>>, urls: string[], address?: string) =>
    Promise.all(urls.map((url) => get(url, {}, address)))

  it.each(['/marketplace?search=', '/nowhere-', '/api/v1/nowhere-'])('is refused over the limit: %s', async (path) => {
    const get = await serve({ draw: async () => drawnPage(), perMinute: 3 })
    const urls = [1, 2, 3, 4, 5].map((n) => `${path}${n}`)
    const answered = await statusesOf(get, urls)
    expect(answered).not.toContain(429)
    for (const address of [VISITOR, OTHER])
      expect(await statusesOf(get, urls, address)).toEqual([...answered.slice(0, 3), 429, 429])
  })

  it('is refused at unknown addresses before a body is read, whatever is in it', async () => {
    const get = await serve({ perMinute: 1 })
    const send = async () =>
      (await get('/nowhere', { 'content-type': 'application/json' }, VISITOR, '{"broken')).statusCode
    expect(await send()).not.toBe(429)
    expect(await send()).toBe(429)
  })

  it.each(['/widget-files/assets/a.js', '/theme.js'])('loads %s for each page it may open', async (file) => {
    const get = await serve({ perMinute: 2 })
    expect(await statusesOf(get, Array(20).fill(file), VISITOR)).not.toContain(429)
  })

  it('loads the files of each page, which count apart', async () => {
    const get = await serve({ perMinute: 2 })
    const files = Array.from({ length: 120 }, (_, n) => `/assets/part-${n}.js`)
    expect(await statusesOf(get, files, VISITOR)).not.toContain(429)
    expect(await statusesOf(get, ['/login', '/login', '/login'], VISITOR)).toEqual([200, 200, 429])
    expect(await statusesOf(get, files.slice(0, 1), VISITOR)).toEqual([429])
  })

  it('leaves the drawing of pages to others, also of those that it asked for', async () => {
    const late: (() => void)[] = []
    const draw = () => new Promise<DrawnPage>((resolve) => late.push(() => resolve(drawnPage())))
    const get = await serve({ draw })
    const urls = Array.from({ length: 10 }, (_, n) => `/marketplace?search=${n}`)
    const own = open(get, urls, VISITOR)
    await expect.poll(() => late.length).toBe(5)
    const theirs = open(get, urls.slice(8), OTHER)
    await expect.poll(() => late.length).toBe(7)
    for (const finish of late) finish()
    expect((await own).filter(({ body }) => body.includes('drawn</p>'))).toHaveLength(5)
    expect((await theirs).filter(({ body }) => body.includes('drawn</p>'))).toHaveLength(2)
  })
})
