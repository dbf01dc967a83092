/** The Slack app of a channel (https://api.slack.com/reference/manifests), to be pasted at Slack. */

const SCOPES = ['app_mentions:read', 'chat:write', 'im:history', 'im:read', 'files:read', 'files:write', 'users:read']
const EVENTS = ['app_mention', 'message.im', 'app_uninstalled', 'tokens_revoked']

/** @param name of the service; Slack takes 35 characters */
export function slackManifest(name: string, request_url: string): string {
  const short = name.slice(0, 35).trim() || 'Assistant'
  return JSON.stringify(
    {
      display_information: { name: short },
      features: {
        app_home: { home_tab_enabled: false, messages_tab_enabled: true, messages_tab_read_only_enabled: false },
        bot_user: { display_name: short, always_online: true },
      },
      oauth_config: { scopes: { bot: SCOPES } },
      settings: {
        event_subscriptions: { request_url, bot_events: EVENTS },
        org_deploy_enabled: false,
        socket_mode_enabled: false,
        token_rotation_enabled: false,
      },
    },
    null,
    2,
  )
}
