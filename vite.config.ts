import { join } from 'node:path'
import babel from '@rolldown/plugin-babel'
import tailwind from '@tailwindcss/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractTables } from './scripts/contract-tables.ts'
import { precompress } from './scripts/precompress.ts'
import { terse } from './scripts/terse.ts'

// Another server than the one of `npm start` can be asked for while developing.
const server = { target: process.env.API_ORIGIN ?? 'http://127.0.0.1:3000', changeOrigin: false }

// The compiler's caches pay where much is drawn again and again, as results stream in; elsewhere they only weigh on the first load.
const COMPILED = /src\/web\/(canvas|viewer|parts\/runs|features\/runs\/run(?=\/run-(?:actions|graph)))\/.*\.tsx?$/

/**
 * What the page of an agent begins with, and the other pages with forms: one file instead of forty. Only what these pages import directly: what
 * a module here brings with it comes along, so one that opens a run or a chat would bring the viewer to every page.
 */
const FORM_PAGES = new RegExp(
  `src/web/(?:${[
    'parts/runs/(?:form-shape|run-form|run-query|start-run|tried-run|usage|use-run-form|use-show-run|memory/memory-consent)',
    'parts/agents/listing/(?:bookmark|by-mcp|figures|follow-button|markdown|permission-list|quality|report-dialog|seller-facts|snippets)',
    'parts/billing/(?:checkout/(?:code-field|prove-address)|credits/(?:buy-button|caps-form|credits-page|refused-payment|top-up)|pricing/refused)',
    'parts/(?:connectors/refused-accounts|platform/feature-notice)',
    'ui/(?:avatar|callout|code-block|page-header|plain-text|stat|tab-list|table|overlays/tooltip|forms/(?:checkbox|file-drop|text-area))',
    'lib/(?:in-browser|initials|origin|rupees|sentence|use-clock)',
    'api/(?:account-failure|upload|use-fresh|use-site)',
  ].join(
    '|',
  )})\\.|src/contract/(?:billing/(?:coupon|payment)-values|core/(?:errors|server-limits)|runs/memory-values|agents/report-case-values)\\.`,
)

/** What follows on every page: the session, and what floats above. */
const EVERY_PAGE =
  /src\/web\/(?:lib\/(?:before-sign-out|draft|firebase-config|run-token|when-quiet)|api\/(?:action|analytics|friendly|identity)|ui\/(?:relative-time|skeleton|overlays\/(?:notification|toast)-store))\.tsx?$/

/** Plans and their prices, on the home page too. */
const PLANS =
  /src\/web\/(?:parts\/billing\/pricing\/(?:billing|plan-card|plans|use-billing)|ui\/forms\/segmented)\.tsx?$/

/** Hooks of the query library that only some pages use would otherwise go with the forms. */
const FIRST_PAGES =
  /(?:src\/(?:contract\/billing\/plans|web\/(?:parts\/(?:agents\/listing\/agent-card|billing\/pricing\/use-plans)|ui\/(?:card|badge|status|scroll-region|category-glyph|category|glyphs|tone|forms\/(?:text-field|select))|app\/shell\/page|api\/query|lib\/(?:format|leaving|time)))\.tsx?|node_modules\/(?:@tanstack\/react-query\/(?!.*useQueries).*|lucide-react\/.*\/(?:play|pause|rotate-ccw)\.m?js))$/

/** What dialogs and menus are made of, which nearly every page of people who have signed in opens: a dozen small libraries each. */
const OVERLAYS =
  /node_modules\/(@radix-ui|@floating-ui|react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref|aria-hidden|tslib)/

/** What draws pages without a browser: one program with all it needs, for Node. */
const renderer = defineConfig({
  root: 'src/web',
  plugins: [contractTables(), react()],
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    outDir: '../../dist/draw',
    emptyOutDir: true,
    copyPublicDir: false,
    minify: true,
    target: 'node24',
  },
})

const browser = defineConfig({
  root: 'src/web',
  plugins: [
    contractTables(),
    react(),
    babel({ include: COMPILED, presets: [reactCompilerPreset()] }),
    tailwind(),
    terse(),
    precompress(),
  ],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // The content security policy takes fonts and pictures from files only, never from data: addresses.
    assetsInlineLimit: 0,
    // The page itself preloads the shell. What a link opens is fetched ahead from hover, so its chunks need no list of their own.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    rolldownOptions: {
      // Reading a property of our own or a library's constant does nothing, so an unused one can go.
      treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
      output: {
        // Two chunks make the shell: libraries, which change seldom, and what of ours every page needs.
        codeSplitting: {
          groups: [
            { name: 'vendor', tags: ['$initial'], test: /node_modules/, priority: 2 },
            { name: 'shell', tags: ['$initial'], priority: 1 },
            // Tiny, and imported by all: in a chunk of some pages it would bring that chunk to every page.
            { name: 'shared', test: /src\/shared\//, priority: 3 },
            // What both pages that visitors open first are made of: many small chunks weigh more than one.
            { name: 'listing', test: FIRST_PAGES, priority: 1 },
            { name: 'every', test: EVERY_PAGE, priority: 1 },
            { name: 'plans', test: PLANS, priority: 1 },
            // A file costs every load four milliseconds of processor time, more than what is in it: each icon would be one.
            { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 3, priority: 1 },
            { name: 'forms', test: FORM_PAGES, priority: 1 },
            // By who needs them, so that a page with a dialog brings no menus.
            { name: 'overlays', test: OVERLAYS, entriesAware: true, entriesAwareMergeThreshold: 20_000, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      // Our own sources under src/web/api are served from /api too: they are modules, not calls.
      '^/api/(?!.*\\.tsx?(?:$|\\?))': server,
      '/health': server,
      '^/openapi(?:\\.json$|/)': server,
      '/hooks': server,
      '/v1/': server,
      '/a2a/': server,
      '/scim/': server,
    },
  },
})

/** A service in other sites, and its chat page: nothing of the product is loaded with them, and they weigh on no page of the product. */
const widget = defineConfig({
  root: 'src/web/widget',
  base: '/widget-files/',
  publicDir: false,
  plugins: [contractTables(), react(), tailwind(), precompress()],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: '../../../dist/widget',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: ['index.html', 'chat.html'].map((page) => join('src/web/widget', page)) },
  },
})

export default defineConfig(({ isSsrBuild, mode }) => {
  if (mode === 'widget') return widget
  return isSsrBuild ? renderer : browser
})
