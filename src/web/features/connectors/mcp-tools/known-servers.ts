/** Well-known public MCP servers: what the form is filled in with. What a server asks for is found out when it is connected. */
interface KnownServer {
  name: string
  url: string
  /** `key`: it takes a key of the service in a header. */
  sign_in: 'none' | 'oauth' | 'key'
  /** The header of a `key`. */
  header?: string
}

export const KNOWN_SERVERS: readonly KnownServer[] = [
  { name: 'Asana', url: 'https://mcp.asana.com/sse', sign_in: 'oauth' },
  { name: 'Atlassian (Jira, Confluence)', url: 'https://mcp.atlassian.com/v1/sse', sign_in: 'oauth' },
  { name: 'Canva', url: 'https://mcp.canva.com/mcp', sign_in: 'oauth' },
  { name: 'Cloudflare Bindings', url: 'https://bindings.mcp.cloudflare.com/sse', sign_in: 'oauth' },
  { name: 'Cloudflare Docs', url: 'https://docs.mcp.cloudflare.com/sse', sign_in: 'none' },
  { name: 'Cloudflare Observability', url: 'https://observability.mcp.cloudflare.com/sse', sign_in: 'oauth' },
  { name: 'Cloudflare Radar', url: 'https://radar.mcp.cloudflare.com/sse', sign_in: 'oauth' },
  { name: 'Context7', url: 'https://mcp.context7.com/mcp', sign_in: 'none' },
  { name: 'DeepWiki', url: 'https://mcp.deepwiki.com/mcp', sign_in: 'none' },
  { name: 'Exa', url: 'https://mcp.exa.ai/mcp', sign_in: 'none' },
  { name: 'Figma', url: 'https://mcp.figma.com/mcp', sign_in: 'oauth' },
  { name: 'GitHub', url: 'https://api.githubcopilot.com/mcp/', sign_in: 'key', header: 'Authorization' },
  { name: 'HubSpot', url: 'https://mcp.hubspot.com', sign_in: 'oauth' },
  { name: 'Hugging Face', url: 'https://huggingface.co/mcp', sign_in: 'none' },
  { name: 'Intercom', url: 'https://mcp.intercom.com/mcp', sign_in: 'oauth' },
  { name: 'Linear', url: 'https://mcp.linear.app/mcp', sign_in: 'oauth' },
  { name: 'Microsoft Learn', url: 'https://learn.microsoft.com/api/mcp', sign_in: 'none' },
  { name: 'monday.com', url: 'https://mcp.monday.com/mcp', sign_in: 'oauth' },
  { name: 'Neon', url: 'https://mcp.neon.tech/mcp', sign_in: 'oauth' },
  { name: 'Notion', url: 'https://mcp.notion.com/mcp', sign_in: 'oauth' },
  { name: 'PayPal', url: 'https://mcp.paypal.com/mcp', sign_in: 'oauth' },
  { name: 'Plaid', url: 'https://api.dashboard.plaid.com/mcp/sse', sign_in: 'oauth' },
  { name: 'Prisma Postgres', url: 'https://mcp.prisma.io/mcp', sign_in: 'oauth' },
  { name: 'Sentry', url: 'https://mcp.sentry.dev/mcp', sign_in: 'oauth' },
  { name: 'Square', url: 'https://mcp.squareup.com/sse', sign_in: 'oauth' },
  { name: 'Stripe', url: 'https://mcp.stripe.com', sign_in: 'oauth' },
  { name: 'Supabase', url: 'https://mcp.supabase.com/mcp', sign_in: 'oauth' },
  { name: 'Vercel', url: 'https://mcp.vercel.com', sign_in: 'oauth' },
  { name: 'Webflow', url: 'https://mcp.webflow.com/sse', sign_in: 'oauth' },
  { name: 'Wix', url: 'https://mcp.wix.com/sse', sign_in: 'oauth' },
]
