import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { onIdentityToast, session } from '#web/api/call.ts'
import { startLanguage } from '#web/lib/language.ts'
import { followSystemTheme } from '#web/lib/theme.ts'
import { setOut } from '#web/lib/way.ts'
import { base } from '#web/lib/workspace.ts'
import { SimpleError } from './app/errors/simple-error.tsx'
import { onTakenOver } from './app/guards/taken.ts'
import { listenToKeys } from './app/palette/shortcuts.ts'
import { signedIn } from './app/shell/shell.tsx'
import { App } from './app.tsx'
import {
  breathe,
  isShellDrawn,
  keepEarlyEvents,
  keepTyped,
  prepareCode,
  replayEarlyEvents,
  runScripts,
  takeDrawn,
} from './drawn.ts'
import { routes } from './routes.tsx'
import './ui/theme.css'

followSystemTheme()
onIdentityToast(async (name) => {
  const [{ IDENTITY_TOASTS }, { showToast }] = await Promise.all([
    import('#contract/platform/messages.ts'),
    import('./ui/overlays/toast-store.ts'),
  ])
  const { title, message, duration_ms } = IDENTITY_TOASTS[name]
  showToast(title, message, duration_ms)
})
session.start()
// Before the page is taken over: its search is drawn already, and a key pressed by then is heard.
listenToKeys()

/** What nobody caught is reported; the code for it comes when there is something to report. */
const stray = (at: string, error: unknown) =>
  void import('#web/api/reporter.ts').then(({ reportStray }) => reportStray(error, at)).catch(() => {})
window.addEventListener('error', (event) => stray('error', event.error ?? event.message))
window.addEventListener('unhandledrejection', (event) => stray('unhandledrejection', event.reason))

const page = document.documentElement
const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root element')

/** Resolves when the router has the page that is to be shown. */
const initialized = (router: ReturnType<typeof createBrowserRouter>) =>
  new Promise<void>((done) => {
    if (router.state.initialized) done()
    else router.subscribe((state) => state.initialized && done())
  })

/** Not awaited while this module is evaluated: screens wait for what they share with it. */
async function start(root: HTMLElement) {
  await breathe()
  // For English this waits for nothing but the turn of the loop.
  await startLanguage(page)
  const drawn = takeDrawn(page)
  const { pathname, search, href } = window.location
  const isOfThisAddress = drawn?.address === pathname + search
  if (isOfThisAddress) await runScripts()
  const loaderData = isOfThisAddress ? await prepareCode(routes, new URL(href)) : null
  if (loaderData) await breathe()
  // The shell of a person takes over with its page on the way; without its code the page is rendered as any other.
  const isShell = isShellDrawn(page) && (await signedIn().catch(() => null))
  const router = createBrowserRouter(routes, { basename: base, ...(loaderData && { hydrationData: { loaderData } }) })
  router.subscribe(({ navigation }) => setOut(navigation.location?.pathname))
  // What the head says of the page it came with holds for no other one.
  const stop = router.subscribe(({ location }) => {
    if (location.pathname === pathname) return
    for (const said of document.querySelectorAll('link[rel=canonical],meta[name=robots]')) said.remove()
    stop()
  })
  const app = (
    <App>
      <RouterProvider router={router} />
    </App>
  )
  // Until then nothing the page holds may be sent (`public/theme.js`).
  const live = () => {
    page.dataset.live = ''
  }
  if (loaderData || isShell) {
    const typeAgain = keepTyped(root)
    onTakenOver(() => {
      live()
      typeAgain()
      // Once what was typed has been taken up.
      setTimeout(() => replayEarlyEvents(root))
    })
    // In slices that leave room for presses: taken over in one piece, a page doesn’t answer meanwhile.
    startTransition(() => void hydrateRoot(root, app))
    keepEarlyEvents(root)
    return
  }
  // What was drawn for another address stays until the page of this one is there.
  if (drawn) await initialized(router)
  root.replaceChildren()
  delete page.dataset.draw
  // Everything in the page is React's from here on, so no press on it is early (`public/theme.js`).
  page.dataset.rendered = ''
  // What stands in for the page until then takes no press.
  void initialized(router).then(() => onTakenOver(live))
  createRoot(root).render(app)
}

start(root).catch((error: unknown) => {
  stray('start', error)
  createRoot(root).render(<SimpleError onRetry={() => window.location.reload()} />)
})
