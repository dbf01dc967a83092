// When the product's own code cannot be had, the page says so instead of staying white: the simple page, without any code of ours.
addEventListener(
  'error',
  ({ target }) => {
    const root = document.getElementById('root')
    if (!(target instanceof HTMLScriptElement) || !root) return
    // What was drawn for a visitor is better than nothing.
    delete document.documentElement.dataset.draw
    if (root.childElementCount > 0) return
    const add = (parent, tag, style, text, more = {}) => {
      const element = Object.assign(document.createElement(tag), { textContent: text, ...more })
      element.style.cssText = style
      parent.append(element)
      return element
    }
    const control = 'font:inherit;padding:8px 16px;border:1px solid;border-radius:8px;color:inherit;background:none'
    const page = add(root, 'main', 'font:16px/1.5 system-ui;min-height:100dvh;display:grid;place-content:center', '')
    const box = add(page, 'div', 'display:grid;gap:16px;justify-items:center;padding:24px;text-align:center', '')
    box.setAttribute('role', 'alert')
    box.dataset.rescue = ''
    add(box, 'h1', 'font-size:24px;font-weight:600;margin:0', 'Oops! Something went wrong')
    const row = add(box, 'div', 'display:flex;gap:8px', '')
    add(row, 'button', `${control};cursor:pointer`, 'Try Again', { type: 'button', onclick: () => location.reload() })
    add(row, 'a', `${control};text-decoration:none`, 'Go Home', { href: '/' })
  },
  true,
)
