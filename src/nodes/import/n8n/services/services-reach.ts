/** Calls of services for support, news, places and everything else; see `service.ts`. */
export const REACH = `
@tavily/n8n-nodes-tavily.tavily | Tavily | https://api.tavily.com | bearer
  search/search POST /search query *options
  extract/extract POST /extract urls=urls|url *options
n8n-nodes-scrapegraphai.scrapegraphAi | ScrapeGraphAI | https://api.scrapegraphai.com/v1 | api_key_header
  smartscraper/scrape POST /smartscraper website_url=websiteUrl user_prompt=userPrompt
  searchscraper/search POST /searchscraper user_prompt=userPrompt num_results=numResults
  markdownify/convert POST /markdownify website_url=websiteUrl
zendesk | Zendesk | https://your-account.zendesk.com/api/v2 | basic | Put your account into the address
  ticket/create POST /tickets.json ticket.comment.body=description ticket.subject=additionalFields/subject
  ticket/get GET /tickets/{id}.json
  ticket/getAll GET /tickets.json per_page=limit -> tickets
  ticket/update PUT /tickets/{id}.json ticket=updateFields
  ticket/delete DELETE /tickets/{id}.json
  user/get GET /users/{id}.json
  user/getAll GET /users.json per_page=limit -> users
  user/create POST /users.json user.name=name
  user/update PUT /users/{id}.json user=updateFields
  user/search GET /users/search.json query=filters/query -> users
  organization/get GET /organizations/{id}.json
freshdesk | Freshdesk | https://your-account.freshdesk.com/api/v2 | basic | Put your account into the address
  ticket/create POST /tickets email=requesterIdentificationValue status priority source
  ticket/get GET /tickets/{ticketId}
  ticket/getAll GET /tickets per_page=limit -> .
  ticket/update PUT /tickets/{ticketId} *updateFields
  contact/create POST /contacts name email
zammad | Zammad | https://your-zammad.example/api/v1 | bearer | Put the address of your server into the address
  ticket/create POST /tickets title group customer
  ticket/get GET /tickets/{id}
  ticket/getAll GET /tickets per_page=limit -> .
  user/getAll GET /users per_page=limit -> .
  user/update PUT /users/{id} *updateFields
  organization/getAll GET /organizations -> .
serviceNow | ServiceNow | https://your-instance.service-now.com/api/now | basic | Put your instance into the address
  incident/create POST /table/incident short_description
  incident/get GET /table/incident/{id}
  incident/getAll GET /table/incident sysparm_limit=limit -> result
  tableRecord/getAll GET /table/{tableName} sysparm_limit=limit -> result
pagerDuty | PagerDuty | https://api.pagerduty.com | api_key_header
  incident/create POST /incidents incident.title=title incident.service.id=serviceId
  incident/get GET /incidents/{incidentId}
  incident/getAll GET /incidents limit -> incidents
  incident/update PUT /incidents/{incidentId} *updateFields
twitter | X (Twitter) | https://api.x.com/2 | bearer
  tweet/create POST /tweets text
  tweet/delete DELETE /tweets/{tweetDeleteId}
  tweet/search GET /tweets/search/recent query=searchText max_results=limit -> data
  tweet/like POST /users/me/likes tweet_id=tweetId
  tweet/retweet POST /users/me/retweets tweet_id=tweetId
  directMessage/create POST /dm_conversations/with/{user}/messages text
  user/searchUser GET /users/by/username/{user}
linkedIn | LinkedIn | https://api.linkedin.com/v2 | bearer
  post/create POST /ugcPosts author=person|organization specificContent.text=text
facebookGraphApi | Facebook | https://graph.facebook.com/v20.0 | bearer
  node/GET GET /{node}/{edge}
reddit | Reddit | https://oauth.reddit.com | bearer
  post/create POST /api/submit ?sr=subreddit ?title=title ?text=text ?kind=kind
  post/get GET /r/{subreddit}/comments/{postId}
  post/getAll GET /r/{subreddit}/{filters/category|category} limit -> data.children
  post/search GET /r/{subreddit}/search q=keyword limit -> data.children
  postComment/create POST /api/comment ?thing_id=postId ?text=commentText
  postComment/getAll GET /r/{subreddit}/comments/{postId} -> .
  subreddit/getAll GET /subreddits/popular limit -> data.children
hackerNews | Hacker News | https://hn.algolia.com/api/v1 | bearer
  all/getAll GET /search query=additionalFields/keyword hitsPerPage=limit -> hits
  article/get GET /items/{articleId}
  user/get GET /users/{username}
openWeatherMap | OpenWeatherMap | https://api.openweathermap.org/data/2.5 | query_key
  weather/currentWeather GET /weather q=cityName units=format
  weather/5DayForecast GET /forecast q=cityName units=format -> list
spotify | Spotify | https://api.spotify.com/v1 | bearer
  player/pause PUT /me/player/pause
  player/nextSong POST /me/player/next
  player/currentlyPlaying GET /me/player/currently-playing
  playlist/getUserPlaylists GET /me/playlists limit -> items
  playlist/getTracks GET /playlists/{id}/tracks limit -> items
  playlist/add POST /playlists/{id}/tracks ?uris=trackID
  playlist/create POST /me/playlists name
  playlist/delete DELETE /playlists/{id}/tracks
  library/getLikedTracks GET /me/tracks limit -> items
  track/get GET /tracks/{id}
  track/getAudioFeatures GET /audio-features/{id}
  track/search GET /search q=query type:"track" limit -> tracks.items
  artist/get GET /artists/{id}
  album/get GET /albums/{id}
raindrop | Raindrop | https://api.raindrop.io/rest/v1 | bearer
  collection/get GET /collection/{collectionId}
  collection/create POST /collection title
  bookmark/create POST /raindrop link *additionalFields
  bookmark/get GET /raindrop/{bookmarkId}
  bookmark/getAll GET /raindrops/{collectionId} -> items
  bookmark/update PUT /raindrop/{bookmarkId} *updateFields
strava | Strava | https://www.strava.com/api/v3 | bearer
  activity/create POST /activities name type start_date_local=startDate elapsed_time=elapsedTime
  activity/get GET /activities/{activityId}
  activity/getAll GET /athlete/activities per_page=limit -> .
  activity/update PUT /activities/{activityId} *updateFields
bitly | Bitly | https://api-ssl.bitly.com/v4 | bearer
  link/create POST /bitlinks long_url=longUrl
  link/get GET /bitlinks/{id}
deepL | DeepL | https://api-free.deepl.com/v2 | api_key_header
  language/translate POST /translate text target_lang=translateTo
phantombuster | PhantomBuster | https://api.phantombuster.com/api/v2 | api_key_header
  agent/launch POST /agents/launch id=agentId
  agent/getOutput GET /agents/fetch-output id=agentId
  agent/getAll GET /agents/fetch-all -> .
airtop | Airtop | https://api.airtop.ai/api/v1 | bearer
  session/create POST /sessions
  session/terminate DELETE /sessions/{sessionId}
  window/create POST /sessions/{sessionId}/windows url
  extraction/query POST /sessions/{sessionId}/windows/{windowId}/page-query prompt
  extraction/scrape POST /sessions/{sessionId}/windows/{windowId}/scrape-content
  interaction/click POST /sessions/{sessionId}/windows/{windowId}/click elementDescription
  interaction/type POST /sessions/{sessionId}/windows/{windowId}/type text elementDescription
bannerbear | Bannerbear | https://api.bannerbear.com/v2 | bearer
  image/create POST /images template=templateId modifications=modificationsUi/modificationsValues
  image/get GET /images/{imageId}
quickChart | QuickChart | https://quickchart.io | bearer
  chart/create POST /chart chart.type=chartType chart.data.labels=labelsArray chart.data.datasets=data
dropcontact | Dropcontact | https://api.dropcontact.com/v1 | api_key_header
  contact/enrich POST /enrich/all data.email=email
  contact/fetchRequest GET /enrich/all/{requestId}
uproc | uProc | https://api.uproc.io/api/v2 | basic
  tool/process POST /process processor=tool
humanticAi | Humantic AI | https://api.humantic.ai/v1 | query_key
  profile/create GET /user-profile/create id=userId
  profile/get GET /user-profile id=userId
  profile/update POST /user-profile/create ?id=userId text
bambooHr | BambooHR | https://api.bamboohr.com/api/gateway.php/your-company/v1 | basic | Put your company into the address
  employee/get GET /employees/{employeeId}/
  employee/getAll GET /employees/directory -> employees
  employee/create POST /employees/ firstName lastName
  file/getAll GET /files/view/ -> categories
  file/download GET /files/{fileId}/
theHive | TheHive | https://your-thehive.example/api | bearer | Put the address of your server into the address
  alert/create POST /alert title description type source sourceRef
  alert/get GET /alert/{id}
  alert/getAll POST /alert/_search -> .
  case/create POST /case title description
  case/get GET /case/{id}
  observable/create POST /case/{caseId}/artifact dataType data message
vonage | Vonage | https://rest.nexmo.com | query_key
  sms/send POST /sms/json from to text=message
n8n | n8n | https://your-n8n.example/api/v1 | api_key_header | Put the address of your n8n into the address
  workflow/getAll GET /workflows limit -> data
  workflow/get GET /workflows/{workflowId}
  workflow/create POST /workflows =workflowObject
  workflow/update PUT /workflows/{workflowId} =workflowObject
  workflow/activate POST /workflows/{workflowId}/activate
  workflow/deactivate POST /workflows/{workflowId}/deactivate
  execution/getAll GET /executions limit -> data
  execution/get GET /executions/{executionId}
mindee | Mindee | https://api.mindee.net/v1/products/mindee | api_key_header
  receipt/predict POST /expense_receipts/v5/predict
  invoice/predict POST /invoices/v4/predict
`
