// Shows a service of this installation on another site: a button, and a window with the service's own page in it. Nothing global is
// made, nothing of the page is read, and the page's style does not reach in.
;(() => {
  const script = document.currentScript
  const token = script?.dataset.service ?? ''
  if (!/^[\w-]{32}$/.test(token)) return
  const { origin } = new URL(script.src)
  const label = script.dataset.label || 'Ask'
  const STYLE = `
    :host { all: initial; position: fixed; inset: auto 16px calc(16px + var(--up, 0px)) auto; z-index: 2147483000; }
    button { font: 600 15px/1.2 system-ui, sans-serif; min-height: 44px; padding: 10px 18px; border: 0; border-radius: 22px;
      background: #f0a31c; color: #241a05; box-shadow: 0 2px 10px rgb(0 0 0 / .25); cursor: pointer; }
    button:focus-visible { outline: 3px solid #3a45b8; outline-offset: 2px; }
    iframe { position: fixed; right: 16px; bottom: calc(72px + var(--up, 0px)); width: 400px; height: min(620px, 100dvh - 96px);
      border: 1px solid rgb(128 128 128 / .4); border-radius: 12px; background: Canvas; color-scheme: light dark;
      box-shadow: 0 8px 30px rgb(0 0 0 / .3); }
    iframe[hidden] { display: none; }
    @media (max-width: 480px) { iframe { inset: 0 0 72px; width: 100%; height: calc(100dvh - 72px); border-radius: 0; border-width: 0 0 1px; } }
    @media (prefers-reduced-motion: no-preference) { iframe { animation: rise .15s ease-out; } @keyframes rise { from { opacity: 0; transform: translateY(8px); } } }`
  const start = () => {
    const mine = 'data-chowk-service'
    if (document.querySelector(`[${mine}="${token}"]`)) return
    const host = document.createElement('div')
    host.setAttribute(mine, token)
    // A second one stands above the first.
    const before = document.querySelectorAll(`[${mine}]`).length
    if (before > 0) host.style.setProperty('--up', `${before * 56}px`)
    const root = host.attachShadow({ mode: 'open' })
    // No style element: a page that forbids those in its content security policy shows it all the same.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(STYLE)
    root.adoptedStyleSheets = [sheet]
    const button = document.createElement('button')
    button.type = 'button'
    let frame = null
    const show = (open) => {
      if (open && !frame) {
        frame = document.createElement('iframe')
        frame.title = label
        // Says which site it stands in, and no more.
        frame.referrerPolicy = 'origin'
        frame.src = `${origin}/widget/${token}`
        root.append(frame)
      }
      if (frame) frame.hidden = !open
      button.textContent = open ? 'Close' : label
      button.setAttribute('aria-expanded', String(open))
      if (open) frame.focus()
    }
    const isOpen = () => frame !== null && !frame.hidden
    const close = () => {
      show(false)
      button.focus()
    }
    button.addEventListener('click', () => show(!isOpen()))
    root.addEventListener('keydown', (event) => event.key === 'Escape' && isOpen() && close())
    addEventListener('message', ({ source, origin: from, data }) => {
      if (frame && source === frame.contentWindow && from === origin && data === 'chowk:close') close()
    })
    show(false)
    root.append(button)
    document.body.append(host)
  }
  if (document.body) start()
  else addEventListener('DOMContentLoaded', start)
})()
