/**
 * Markdown as Slack’s mrkdwn (https://api.slack.com/reference/surfaces/formatting). What would call people or channels, or hide an address
 * under other words, is shown as it is written.
 */
export function toSlack(markdown: string): string {
  return markdown
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/^&gt; ?/gm, '> ')
    .replace(/\*\*(?=\S)([^*\n]+?)\*\*/g, '*$1*')
    .replace(/^#{1,6} +(.+)$/gm, (_, heading: string) => `*${heading.replaceAll('*', '')}*`)
    .replace(/!?\[([^\]\n]{1,300})\]\((https?:[^)\s]{1,2000})\)/g, '$1 ($2)')
}
