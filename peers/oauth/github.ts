/** OAuth and the user API as GitHub does them: refusals of the token endpoint come with 200. */
import { chooser, chosen, random, redeem, type State } from './behaviour.ts'
import type { Answer, Asked } from './message.ts'

export async function github(state: State, { method, path, query, form, bearer }: Asked): Promise<Answer> {
  if (path === '/github/login/oauth/authorize')
    return query.get('scope') === 'user:email'
      ? { status: 200, html: chooser(state, 'github', query) }
      : { status: 400, text: 'invalid_scope' }
  if (path === '/github/choose') return { status: 302, location: chosen(state, 'github', query) }
  if (path === '/github/login/oauth/access_token' && method === 'POST') {
    const given = redeem(state, 'github', form)
    if (!given) return { status: 200, json: { error: 'bad_verification_code' } }
    const access_token = random()
    state.tokens.set(access_token, given)
    return { status: 200, json: { access_token, token_type: 'bearer', scope: 'user:email' } }
  }
  const person = state.tokens.get(bearer ?? '')?.person
  if (!path.startsWith('/github/api/')) return { status: 404, text: 'Not found' }
  if (!person) return { status: 401, json: { message: 'Bad credentials' } }
  if (path === '/github/api/user')
    return { status: 200, json: { id: person.id, login: person.login, name: person.name, email: null } }
  if (path === '/github/api/user/emails')
    return {
      status: 200,
      json: [
        { email: `old-${person.email}`, primary: false, verified: true },
        { email: person.email, primary: true, verified: person.verified && !state.behaviour.unverified },
      ],
    }
  return { status: 404, json: { message: 'Not Found' } }
}
