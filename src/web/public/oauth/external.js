// The popup of Google and GitHub: goes to the provider, comes back with its answer, finishes on our server, tells and closes.
// Its messages are those of src/contract/accounts/external-providers.ts.
;(() => {
  const TYPE = 'chowk.external'
  const provider = /\/oauth\/(google|github)\.html$/.exec(location.pathname)?.[1]
  const query = new URLSearchParams(location.search)
  // The code and the state are of use once; nobody should find them in the history.
  history.replaceState(null, '', location.pathname)
  const words = document.querySelector('[role="status"]')
  const link = document.querySelector('a')

  const post = async (step, body) => {
    let response
    try {
      response = await fetch(`/api/auth/external/${step}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ provider, ...body }),
        signal: AbortSignal.timeout(30_000),
      })
    } catch (error) {
      const code = error.name === 'TimeoutError' ? 'timeout' : 'network'
      throw { code, message: 'Network error. Please check your connection.' }
    }
    const answer = await response.json().catch(() => null)
    if (response.ok && answer) return answer.data
    const problem = answer?.errors?.[0]
    throw {
      code: problem?.code ?? 'unknown',
      message: problem?.message ?? 'Service temporarily unavailable. Please try again later.',
    }
  }

  const broadcast = (name, message) => {
    const channel = new BroadcastChannel(name)
    channel.postMessage(message)
    channel.close()
  }

  const tell = (error) => {
    const message = { type: TYPE, provider, error }
    if (opener) opener.postMessage(message, location.origin)
    else broadcast(TYPE, message)
    // A page that has stopped waiting, because it took this window for closed, sees all the same who is signed in.
    if (!error) broadcast('chowk.identity', 'changed')
    // Where no page waits for it, this one stays and says what happened.
    words.textContent = error ? error.message : 'You are signed in.'
    link.hidden = false
    if (!error) link.href = '/dashboard'
    // Whoever hears it closes this window; closed before it is heard, it would look as if the person had closed it.
    setTimeout(() => window.close(), 3000)
  }

  const isAnswer = query.has('state') || query.has('code') || query.has('error')
  const purpose = query.get('purpose') === 'connect' ? 'connect' : 'sign_in'
  const work = isAnswer
    ? post('finish', {
        state: query.get('state') ?? '',
        ...(query.has('code') && { code: query.get('code') }),
        ...(query.has('error') && { error: query.get('error').slice(0, 200) }),
      }).then(() => tell(null))
    : post('start', { purpose }).then(({ url }) => location.replace(url))
  work.catch(tell)
})()
