import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Prompts } from './prompts.tsx'

it('lets every plan be bought while a request for a role waits for its answer', () => {
  const html = renderToStaticMarkup(<Prompts onAsk={undefined} />)
  for (const plan of ['Creator', 'Pro', 'Enterprise'])
    expect(html).toMatch(new RegExp(`<a [^>]*href="/(?:pricing|contact)[^"]*"[^>]*>(?:<[^>]+>)*Upgrade to ${plan}`))
  expect(html).not.toContain('disabled=')
})
