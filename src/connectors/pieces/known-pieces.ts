/** Pieces of Activepieces that are known to be on npm: shown where the registry has no search. Their names begin with `@activepieces/piece-`. */
export const KNOWN_PIECES: readonly string[] =
  'airtable amazon-s3 apitemplate-io asana ashby baserow binance clarifai clickup data-mapper deepseek delay discord drip dropbox facebook-leads figma freshdesk ghostcms gmail google-calendar google-contacts google-drive google-forms google-my-business google-sheets google-tasks gravityforms hackernews hubspot image-helper image-router instagram-business intercom jotform mailchimp mastodon metabase mistral-ai mongodb motion mysql openai oracle-database pastebin pdfcrowd pipedrive posthog schedule sendgrid shopify slack square store stripe subflows surveymonkey telegram-bot tidycal todoist totalcms trello twilio typeform webflow webhook woocommerce wordpress youtube zoho-bookings zoho-books zoho-invoice zoom'.split(
    ' ',
  )
