/** Triggers of a test piece, in each of the ways that the framework has, over a shop that a test runs at an address. */

const HELPERS = (shop: string) => `
  const ask = async (path, body, method = 'POST') => {
    const answer = await fetch('${shop}' + path, { method, body: method === 'GET' ? undefined : JSON.stringify(body ?? {}) })
    if (!answer.ok) throw Object.assign(new Error('refused'), { response: { status: answer.status, data: await answer.text() } })
    return answer.json()
  }`

/** Looks: what the list has beyond what it had. It keeps how long it was. */
const NEW_LAMP = `{
  type: 'POLLING', displayName: 'New lamp', description: 'Starts for each lamp that the shop gets.', requireAuth: false,
  sampleData: { id: 'a lamp' },
  props: {
    shelf: { type: 'DROPDOWN', displayName: 'Shelf', required: true, refreshers: [], options: async () => ({ options: [{ label: 'Top shelf', value: 'top' }, { label: 'Window', value: 'window' }] }) },
    more: { type: 'DYNAMIC', displayName: 'More', required: false, refreshers: ['shelf'], props: async ({ shelf }) => ({ colour: { type: 'SHORT_TEXT', displayName: 'Colour on the ' + shelf, required: false } }) },
  },
  onEnable: async ({ store, propsValue }) => { await store.put('had', (await ask('/list', propsValue)).length) },
  onDisable: async ({ store, propsValue }) => { await ask('/closed', { ...propsValue, had: await store.get('had') }) },
  run: async ({ store, propsValue }) => {
    const all = await ask('/list', propsValue)
    const had = (await store.get('had')) ?? 0
    await store.put('had', all.length)
    return all.slice(had)
  },
  test: async ({ store, propsValue }) => { await store.put('had', 1000); return (await ask('/list', propsValue)).slice(-1) },
}`

/** Is told: subscribes with the address, keeps the name of the subscription, and counts what it read. */
const LAMP_SOLD = `{
  type: 'WEBHOOK', displayName: 'Lamp sold', description: 'Starts for each lamp that is sold.', requireAuth: false,
  sampleData: { id: 'a sale' },
  props: { shelf: { type: 'SHORT_TEXT', displayName: 'Shelf', required: true } },
  handshakeConfiguration: { strategy: 'QUERY_PRESENT', paramName: 'challenge' },
  onHandshake: async ({ payload, store }) => { await store.put('greeted', true); return { status: 200, headers: { 'x-lamp': 'lit' }, body: payload.queryParams.challenge } },
  renewConfiguration: { strategy: 'CRON', cronExpression: '0 * * * *' },
  onEnable: async ({ store, webhookUrl, propsValue }) => { await store.put('hook', (await ask('/hooks', { address: webhookUrl, name: propsValue.shelf })).id) },
  onRenew: async ({ store }) => { await ask('/renewed', { id: await store.get('hook') }) },
  onDisable: async ({ store }) => { await ask('/hooks/' + (await store.get('hook')), {}, 'DELETE') },
  run: async ({ payload, store }) => {
    if (payload.body.broken) throw new Error('This lamp is broken')
    const count = ((await store.get('count')) ?? 0) + 1
    await store.put('count', count)
    await store.put('sold', count, 'PROJECT')
    if (payload.body.lamps) return payload.body.lamps
    if (payload.body.id === undefined) return []
    return [{ id: payload.body.id, count, raw: payload.rawBody.length, key: payload.headers['x-key'] ?? null, by: payload.queryParams.by ?? null }]
  },
}`

/** Is told at the one address of the installation. */
const LAMP_BROKE = `{
  type: 'APP_WEBHOOK', displayName: 'Lamp broke', description: 'Starts for each lamp that breaks.', requireAuth: false,
  sampleData: { id: 'a lamp' }, props: { shelf: { type: 'SHORT_TEXT', displayName: 'Shelf', required: true } },
  onEnable: async ({ app, propsValue }) => { app.createListeners({ events: ['broke'], identifierKey: 'shelf', identifierValue: propsValue.shelf }) },
  onDisable: async () => {},
  run: async ({ payload }) => [payload.body],
}`

const EVENTS = `{
  parseAndReply: ({ payload }) => payload.body.greet
    ? { reply: { headers: {}, body: payload.body.greet } }
    : { event: payload.body.event, identifierValue: payload.body.shelf },
  verify: ({ payload, webhookSecret }) => payload.headers['x-secret'] === webhookSecret,
}`

/** JavaScript of the triggers, for `testPiece`. @param shop its address */
export const lampTriggers = (shop: string, more = ''): string => `(() => {${HELPERS(shop)}
  return { new_lamp: ${NEW_LAMP}, lamp_sold: ${LAMP_SOLD}, lamp_broke: ${LAMP_BROKE}, ${more} } })()`

/** Of the piece itself. */
export const LAMP_EVENTS = `events: ${EVENTS},`
