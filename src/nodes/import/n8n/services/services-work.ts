/** Calls of services for work and messages; `service.ts` reads them, `call-line.ts` says how a call is written. */
export const WORK = `
slack | Slack | https://slack.com/api | bearer
  message/post POST /chat.postMessage channel=channelId|channel|user text blocks=blocksUi *otherOptions
  message/update POST /chat.update channel=channelId|channel ts text *updateFields
  message/delete POST /chat.delete channel=channelId|channel ts=timestamp
  message/search GET /search.messages query -> messages.matches
  message/getPermalink GET /chat.getPermalink channel=channelId message_ts=timestamp
  message/sendAndWait POST /chat.postMessage channel=channelId|user text=message
  channel/getAll GET /conversations.list limit -> channels
  channel/get GET /conversations.info channel=channelId
  channel/create POST /conversations.create name=channelId|channel
  channel/invite POST /conversations.invite channel=channelId users=userIds
  channel/history GET /conversations.history channel=channelId limit -> messages
  channel/replies GET /conversations.replies channel=channelId ts -> messages
  channel/archive POST /conversations.archive channel=channelId
  channel/member GET /conversations.members channel=channelId -> members
  user/info GET /users.info user
  user/getAll GET /users.list limit -> members
  user/getProfile GET /users.profile.get user
  reaction/add POST /reactions.add channel=channelId timestamp name
  file/getAll GET /files.list channel=channelId -> files
telegram | Telegram | https://api.telegram.org/bot-token-goes-here | bearer | Put the token of your bot into the address, behind "bot"
  message/sendMessage POST /sendMessage chat_id=chatId text *additionalFields
  message/sendPhoto POST /sendPhoto chat_id=chatId photo=file *additionalFields
  message/sendDocument POST /sendDocument chat_id=chatId document=file *additionalFields
  message/sendAudio POST /sendAudio chat_id=chatId audio=file *additionalFields
  message/sendVideo POST /sendVideo chat_id=chatId video=file *additionalFields
  message/sendChatAction POST /sendChatAction chat_id=chatId action
  message/sendAndWait POST /sendMessage chat_id=chatId text=message
  message/editMessageText POST /editMessageText chat_id=chatId message_id=messageId text *additionalFields
  message/deleteMessage POST /deleteMessage chat_id=chatId message_id=messageId
  message/pinChatMessage POST /pinChatMessage chat_id=chatId message_id=messageId
  chat/get POST /getChat chat_id=chatId
  chat/member POST /getChatMember chat_id=chatId user_id=userId
  callback/answerQuery POST /answerCallbackQuery callback_query_id=queryId *additionalFields
  file/get POST /getFile file_id=fileId
discord | Discord | https://discord.com/api/v10 | bearer
  message/send POST /channels/{channelId}/messages content
  message/sendLegacy POST {webhookUri} content=content|text
  message/getAll GET /channels/{channelId}/messages limit -> .
  message/get GET /channels/{channelId}/messages/{messageId}
  message/deleteMessage DELETE /channels/{channelId}/messages/{messageId}
  channel/getAll GET /guilds/{guildId}/channels -> .
  channel/create POST /guilds/{guildId}/channels name
  member/getAll GET /guilds/{guildId}/members limit -> .
  member/roleAdd PUT /guilds/{guildId}/members/{userId}/roles/{role}
  member/roleRemove DELETE /guilds/{guildId}/members/{userId}/roles/{role}
mattermost | Mattermost | https://your-mattermost.example/api/v4 | bearer | Put the address of your server into the address
  message/post POST /posts channel_id=channelId message
  message/delete DELETE /posts/{postId}
  message/postEphemeral POST /posts/ephemeral user_id=userId post.channel_id=channelId post.message=message
  channel/create POST /channels team_id=teamId name=channel display_name=displayName type
  channel/addUser POST /channels/{channelId}/members user_id=userId
  user/getAll GET /users -> .
  user/create POST /users username email password
whatsApp | WhatsApp | https://graph.facebook.com/v20.0 | bearer
  message/send POST /{phoneNumberId}/messages messaging_product:"whatsapp" to=recipientPhoneNumber type:"text" text.body=textBody
  message/sendTemplate POST /{phoneNumberId}/messages messaging_product:"whatsapp" to=recipientPhoneNumber type:"template" template.name=template
  media/mediaUrlGet GET /{mediaGetId}
  media/mediaDelete DELETE /{mediaDeleteId}
gmail | Gmail | https://gmail.googleapis.com/gmail/v1/users/me | bearer
  message/send POST /messages/send raw=message
  message/getAll GET /messages q=filters/q|additionalFields/q maxResults=limit -> messages
  message/get GET /messages/{messageId}
  message/delete DELETE /messages/{messageId}
  message/reply POST /messages/send raw=message threadId=messageId
  message/addLabels POST /messages/{messageId}/modify addLabelIds=labelIds
  message/removeLabels POST /messages/{messageId}/modify removeLabelIds=labelIds
  message/markAsRead POST /messages/{messageId}/modify removeLabelIds:["UNREAD"]
  message/markAsUnread POST /messages/{messageId}/modify addLabelIds:["UNREAD"]
  draft/create POST /drafts message.raw=message
  draft/get GET /drafts/{messageId}
  draft/getAll GET /drafts maxResults=limit -> drafts
  label/getAll GET /labels -> labels
  label/create POST /labels name *options
  thread/get GET /threads/{threadId}
  thread/getAll GET /threads q=filters/q maxResults=limit -> threads
  thread/addLabels POST /threads/{threadId}/modify addLabelIds=labelIds
  thread/reply POST /messages/send raw=message threadId
microsoftOutlook | Outlook | https://graph.microsoft.com/v1.0/me | bearer
  message/send POST /sendMail message.subject=subject message.body.content=bodyContent
  message/getAll GET /messages $top=limit $filter=filtersUI/values/filters/custom -> value
  message/get GET /messages/{messageId}
  message/update PATCH /messages/{messageId} *updateFields
  message/move POST /messages/{messageId}/move destinationId=folderId
  message/reply POST /messages/{messageId}/reply comment=message
  message/delete DELETE /messages/{messageId}
  draft/create POST /messages subject body.content=bodyContent
  folder/getAll GET /mailFolders -> value
  event/create POST /events subject start.dateTime=startDateTime end.dateTime=endDateTime *additionalFields
  event/getAll GET /events $top=limit -> value
  contact/getAll GET /contacts $top=limit -> value
  contact/create POST /contacts givenName surname *additionalFields
microsoftTeams | Microsoft Teams | https://graph.microsoft.com/v1.0 | bearer
  channelMessage/create POST /teams/{teamId}/channels/{channelId}/messages body.content=message body.contentType=contentType|messageType
  channelMessage/getAll GET /teams/{teamId}/channels/{channelId}/messages -> value
  chatMessage/create POST /chats/{chatId}/messages body.content=message
  chatMessage/getAll GET /chats/{chatId}/messages -> value
  channel/getAll GET /teams/{teamId}/channels -> value
  channel/create POST /teams/{teamId}/channels displayName=name
  task/create POST /planner/tasks planId bucketId title
googleCalendar | Google Calendar | https://www.googleapis.com/calendar/v3 | bearer
  event/create POST /calendars/{calendar}/events start.dateTime=start end.dateTime=end summary=additionalFields/summary description=additionalFields/description location=additionalFields/location
  event/getAll GET /calendars/{calendar}/events maxResults=limit timeMin=timeMin|options/timeMin timeMax=timeMax|options/timeMax singleEvents:"true" -> items
  event/get GET /calendars/{calendar}/events/{eventId}
  event/update PATCH /calendars/{calendar}/events/{eventId} *updateFields
  event/delete DELETE /calendars/{calendar}/events/{eventId}
  calendar/availability POST /freeBusy timeMin timeMax
googleTasks | Google Tasks | https://tasks.googleapis.com/tasks/v1 | bearer
  task/create POST /lists/{task}/tasks title *additionalFields
  task/getAll GET /lists/{task}/tasks maxResults=limit -> items
  task/get GET /lists/{task}/tasks/{taskId}
  task/update PATCH /lists/{task}/tasks/{taskId} *updateFields
  task/delete DELETE /lists/{task}/tasks/{taskId}
microsoftToDo | Microsoft To Do | https://graph.microsoft.com/v1.0/me/todo/lists | bearer
  task/create POST /{taskListId}/tasks title *additionalFields
  task/getAll GET /{taskListId}/tasks $top=limit -> value
  task/update PATCH /{taskListId}/tasks/{taskId} *updateFields
todoist | Todoist | https://api.todoist.com/api/v1 | bearer
  task/create POST /tasks content project_id=project *options
  task/getAll GET /tasks project_id=filters/projectId limit -> results
  task/get GET /tasks/{taskId}
  task/update POST /tasks/{taskId} *updateFields
  task/close POST /tasks/{taskId}/close
  task/reopen POST /tasks/{taskId}/reopen
  task/delete DELETE /tasks/{taskId}
trello | Trello | https://api.trello.com/1 | query_key
  card/create POST /cards idList=listId name desc=description *additionalFields
  card/get GET /cards/{id|cardId}
  card/update PUT /cards/{id|cardId} *updateFields
  card/delete DELETE /cards/{id|cardId}
  cardComment/create POST /cards/{cardId}/actions/comments text
  board/create POST /boards name desc=description
  board/get GET /boards/{id}
  list/getAll GET /boards/{id}/lists -> .
  list/getCards GET /lists/{id}/cards -> .
  checklist/create POST /cards/{cardId}/checklists name
asana | Asana | https://app.asana.com/api/1.0 | bearer
  task/create POST /tasks data.workspace=workspace data.name=name data.notes=otherProperties/notes
  task/get GET /tasks/{id} -> data
  task/getAll GET /tasks project=filters/project limit -> data
  task/update PUT /tasks/{id} data.name=otherProperties/name data.completed=otherProperties/completed
  task/delete DELETE /tasks/{id}
  task/search GET /workspaces/{workspace}/tasks/search text=searchTaskProperties/text -> data
  taskComment/add POST /tasks/{id}/stories data.text=text
  project/getAll GET /projects workspace -> data
  user/getAll GET /users workspace -> data
clickUp | ClickUp | https://api.clickup.com/api/v2 | api_key_header
  task/create POST /list/{list}/task name description=additionalFields/content priority=additionalFields/priority
  task/get GET /task/{id}
  task/getAll GET /list/{list}/task -> tasks
  task/update PUT /task/{id} *updateFields
  task/delete DELETE /task/{id}
  comment/create POST /task/{id}/comment comment_text=commentText
  folder/getAll GET /space/{space}/folder -> folders
  list/getAll GET /folder/{folder}/list -> lists
mondayCom | monday.com | https://api.monday.com/v2 | bearer
  boardItem/create POST / query:"mutation_SPACE_($board:_SPACE_ID!,_SPACE_$name:_SPACE_String!)_SPACE_{_SPACE_create_item(board_id:_SPACE_$board,_SPACE_item_name:_SPACE_$name)_SPACE_{_SPACE_id_SPACE_}_SPACE_}" variables.board=boardId variables.name=name
  boardItem/get POST / query:"query_SPACE_($ids:_SPACE_[ID!])_SPACE_{_SPACE_items(ids:_SPACE_$ids)_SPACE_{_SPACE_id_SPACE_name_SPACE_column_values_SPACE_{_SPACE_id_SPACE_text_SPACE_}_SPACE_}_SPACE_}" variables.ids=itemId -> data.items
  boardItem/getAll POST / query:"query_SPACE_($board:_SPACE_[ID!])_SPACE_{_SPACE_boards(ids:_SPACE_$board)_SPACE_{_SPACE_items_page_SPACE_{_SPACE_items_SPACE_{_SPACE_id_SPACE_name_SPACE_}_SPACE_}_SPACE_}_SPACE_}" variables.board=boardId -> data.boards.items_page.items
linear | Linear | https://api.linear.app/graphql | bearer
  issue/create POST / query:"mutation_SPACE_($input:_SPACE_IssueCreateInput!)_SPACE_{_SPACE_issueCreate(input:_SPACE_$input)_SPACE_{_SPACE_issue_SPACE_{_SPACE_id_SPACE_url_SPACE_}_SPACE_}_SPACE_}" variables.input.teamId=teamId variables.input.title=title variables.input.description=additionalFields/description
  issue/get POST / query:"query_SPACE_($id:_SPACE_String!)_SPACE_{_SPACE_issue(id:_SPACE_$id)_SPACE_{_SPACE_id_SPACE_title_SPACE_description_SPACE_url_SPACE_}_SPACE_}" variables.id=issueId
  issue/getAll POST / query:"{_SPACE_issues_SPACE_{_SPACE_nodes_SPACE_{_SPACE_id_SPACE_title_SPACE_url_SPACE_}_SPACE_}_SPACE_}" -> data.issues.nodes
clockify | Clockify | https://api.clockify.me/api/v1 | api_key_header
  timeEntry/create POST /workspaces/{workspaceId}/time-entries start *additionalFields
  timeEntry/getAll GET /workspaces/{workspaceId}/time-entries -> .
  project/getAll GET /workspaces/{workspaceId}/projects -> .
  project/create POST /workspaces/{workspaceId}/projects name *additionalFields
  workspace/getAll GET /workspaces -> .
  client/getAll GET /workspaces/{workspaceId}/clients -> .
  client/create POST /workspaces/{workspaceId}/clients name
  user/getAll GET /workspaces/{workspaceId}/users -> .
  tag/create POST /workspaces/{workspaceId}/tags name
  tag/getAll GET /workspaces/{workspaceId}/tags -> .
zoom | Zoom | https://api.zoom.us/v2 | bearer
  meeting/create POST /users/me/meetings topic *additionalFields
  meeting/get GET /meetings/{meetingId}
  meeting/getAll GET /users/me/meetings -> meetings
  meeting/update PATCH /meetings/{meetingId} *updateFields
  meeting/delete DELETE /meetings/{meetingId}
twilio | Twilio | https://api.twilio.com/2010-04-01/Accounts/your-account-sid | basic form | Put the SID of your account into the address
  sms/send POST /Messages.json From=from To=to Body=message
  call/make POST /Calls.json From=from To=to Twiml=message
matrix | Matrix | https://matrix.org/_matrix/client/v3 | bearer
  message/create POST /rooms/{roomId}/send/m.room.message msgtype:"m.text" body=text
  message/getAll GET /rooms/{roomId}/messages -> chunk
  room/create POST /createRoom name=roomName
  room/invite POST /rooms/{roomId}/invite user_id=userId
  account/me GET /account/whoami
pushover | Pushover | https://api.pushover.net/1 | bearer
  message/push POST /messages.json user=userKey message priority *additionalFields
signl4 | SIGNL4 | https://connect.signl4.com/webhook | bearer
  alert/send POST / Message=message *additionalFields
  alert/resolve POST / X-S4-ExternalID=externalId X-S4-Status:"resolved"
sendGrid | SendGrid | https://api.sendgrid.com/v3 | bearer
  mail/send POST /mail/send from.email=fromEmail from.name=fromName subject contentType contentValue toEmail
  contact/upsert PUT /marketing/contacts email *additionalFields
  contact/getAll GET /marketing/contacts -> result
  contact/get GET /marketing/contacts/{contactId}
  list/getAll GET /marketing/lists -> result
  list/create POST /marketing/lists name
mailgun | Mailgun | https://api.mailgun.net/v3/your-domain.example | basic form | Put your domain into the address
  email/send POST /messages from=fromEmail to=toEmail subject text html
awsSes | Amazon SES | https://email.us-east-1.amazonaws.com | bearer
  email/send POST /v2/email/outbound-emails FromEmailAddress=fromEmail Content.Simple.Subject.Data=subject Content.Simple.Body.Text.Data=body
`
