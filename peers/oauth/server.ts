/** `node peers/oauth/server.ts [PORT]`: the stand-in for Google and GitHub as a process of its own. */
import { startOAuthPeer } from './peer.ts'

const { url } = await startOAuthPeer(Number(process.argv[2] ?? 4400))
console.log(`GOOGLE_ISSUER=${url}/google GITHUB_URL=${url}/github GITHUB_API_URL=${url}/github/api`)
console.log('A client secret is "secret of " and the client id.')
