/** Where people create the OAuth application that an app asks for: not on the page of the app, and not under its name. */

interface DeveloperPage {
  name: string
  url: string
}

/** By the provider of an app. */
const PAGES: Readonly<Record<string, DeveloperPage>> = {
  Google: { name: 'Google Cloud', url: 'https://console.cloud.google.com/apis/credentials' },
  Microsoft: { name: 'Microsoft Entra', url: 'https://entra.microsoft.com/' },
  Slack: { name: 'Slack API', url: 'https://api.slack.com/apps' },
  GitHub: { name: 'GitHub', url: 'https://github.com/settings/developers' },
  Notion: { name: 'Notion', url: 'https://www.notion.so/profile/integrations' },
}

/** Returns where an application is created; the page of the app where nothing else is known. */
export function developerPageOf(app: { name: string; provider: string; website: string | null }): {
  name: string
  url: string | null
} {
  return PAGES[app.provider] ?? { name: app.name, url: app.website }
}
