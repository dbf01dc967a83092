/** A person at the pages of `peers/oidc`, without a browser: keeps cookies, fills in both forms, and comes back. */

/** @returns what the provider adds to the address it sends people back to */
export async function passProvider(url: string, login: string, callback: string): Promise<Record<string, string>> {
  const jar = new Map<string, string>()
  let form: Record<string, string> | null = null
  let next = url
  for (let step = 0; step < 20; step++) {
    const answer = await fetch(next, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { body: new URLSearchParams(form) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    form = null
    const location = answer.headers.get('location')
    if (location !== null) {
      next = new URL(location, next).href
      if (next.startsWith(callback)) return Object.fromEntries(new URL(next).searchParams)
      continue
    }
    const page = await answer.text()
    const action = /action="([^"]+)"/.exec(page)?.[1]
    if (action === undefined) throw new Error(`The provider answered ${answer.status}: ${page.slice(0, 300)}`)
    next = new URL(action, next).href
    form = page.includes('name="login"') ? { prompt: 'login', login, password: 'x' } : { prompt: 'consent' }
  }
  throw new Error('The provider sends in circles')
}
