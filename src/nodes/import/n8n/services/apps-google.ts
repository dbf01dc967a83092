/** Operations of n8n's nodes for Google and Microsoft as actions of our apps; `app-call.ts` says how a line is written. */
export const GOOGLE_AND_MICROSOFT = `
googleSheets | google-sheets | Google Sheets
  spreadsheet/create create_spreadsheet w properties.title!=title | Create a spreadsheet
  sheet/clear clear_cells d spreadsheetId!=@googleId:documentId|sheetId range!=@sheetName:range | Clear cells
gmail | gmail | Gmail
  message/send send_email w to!=@list:sendTo|toList subject!=@oneLine:subject text=@plain:message html=@html:message|htmlMessage cc=@list:options/ccList|additionalFields/ccList bcc=@list:options/bccList|additionalFields/bccList reply_to=options/replyTo | Send an email
  message/getAll search_emails r q=filters/q|additionalFields/q labelIds=filters/labelIds maxResults=limit ->> messages | Search emails
  message/get get_email r id!=messageId | Get an email
  message/delete move_email_to_trash d id!=messageId | Move an email to the trash
  message/addLabels label_email w id!=messageId addLabelIds=@list:labelIds | Change the labels of an email
  message/removeLabels label_email w id!=messageId removeLabelIds=@list:labelIds | Change the labels of an email
  message/markAsRead label_email w id!=messageId removeLabelIds:["UNREAD"] | Change the labels of an email
  message/markAsUnread label_email w id!=messageId addLabelIds:["UNREAD"] | Change the labels of an email
  draft/create create_draft w to=@list:options/sendTo|additionalFields/toList subject!=@oneLine:subject text=@plain:message html=@html:message|htmlMessage cc=@list:options/ccList bcc=@list:options/bccList | Create a draft
  draft/getAll list_drafts r maxResults=limit ->> drafts | List drafts
  label/getAll list_labels r -> labels | List labels
  label/create create_label w name! | Create a label
  thread/get get_conversation r id!=threadId | Get a conversation
  thread/getAll list_conversations r q=filters/q labelIds=filters/labelIds maxResults=limit ->> threads | List conversations
googleDrive | google-drive | Google Drive
  file/upload upload_file w file=@file:name|fileName | Upload a file
  file/download download_file r fileId!=@googleId:fileId | Download a file
  file/copy copy_file w fileId!=@googleId:fileId name parents.0=@googleId:folderId | Copy a file
  file/move move_file w fileId!=@googleId:fileId addParents=@googleId:folderId | Rename or move a file
  file/update move_file w fileId!=@googleId:fileId|fileToUpdate name=newUpdatedFileName | Rename or move a file
  file/share share_file w fileId!=@googleId:fileId role!=permissionsUi/permissionsValues/role type!=permissionsUi/permissionsValues/type emailAddress=permissionsUi/permissionsValues/emailAddress | Share a file
  file/deleteFile delete_file d fileId!=@googleId:fileId | Delete a file
  file/delete delete_file d fileId!=@googleId:fileId | Delete a file
  file/list search_files r q=queryString pageSize=limit ->> files | Search files
  fileFolder/search search_files r q=@driveQuery:queryString pageSize=limit ->> files | Search files
  folder/create create_folder w name! mimeType:"application/vnd.google-apps.folder" parents.0=@googleId:folderId | Create a folder
  folder/share share_file w fileId!=@googleId:folderNoRootId|folderId role!=permissionsUi/permissionsValues/role type!=permissionsUi/permissionsValues/type emailAddress=permissionsUi/permissionsValues/emailAddress | Share a file
  folder/deleteFolder delete_file d fileId!=@googleId:folderNoRootId|folderId | Delete a file
googleDocs | google-docs | Google Docs
  document/create create_document w title! | Create a document
  document/get read_document r documentId!=@googleId:documentURL | Read a document
  document/update change_document w documentId!=@googleId:documentURL requests!=@docsChanges:actionsUi/actionFields | Change a document
googleSlides | google-slides | Google Slides
  presentation/create create_presentation w title! | Create a presentation
  presentation/get get_presentation r presentationId!=@googleId:presentationId | Get a presentation
  presentation/getSlides get_presentation r presentationId!=@googleId:presentationId -> slides | Get a presentation
  page/get get_slide r presentationId!=@googleId:presentationId pageObjectId! | Get a slide
  page/getThumbnail get_picture_of_slide r presentationId!=@googleId:presentationId pageObjectId! | Get a picture of a slide
googleCalendar | google-calendar | Google Calendar
  event/create create_event w calendarId!=calendar summary!=additionalFields/summary start.dateTime!=start end.dateTime!=end description=additionalFields/description location=additionalFields/location attendees=@guests:additionalFields/attendees sendUpdates=additionalFields/sendUpdates | Create an event
  event/getAll find_events r calendarId!=calendar q=options/query timeMin=timeMin|options/timeMin timeMax=timeMax|options/timeMax maxResults=limit singleEvents:true ->> items | Find events
  event/get get_event r calendarId!=calendar eventId! | Get an event
  event/update update_event w calendarId!=calendar eventId! summary=updateFields/summary start.dateTime=updateFields/start end.dateTime=updateFields/end description=updateFields/description location=updateFields/location attendees=@guests:updateFields/attendees | Update an event
  event/delete delete_event d calendarId!=calendar eventId! | Delete an event
  calendar/availability find_free_and_busy_times r timeMin! timeMax! items.0.id!=calendar | Find free and busy times
googleTasks | google-tasks | Google Tasks
  task/create create_task w tasklist!=task title! notes=additionalFields/notes due=additionalFields/dueDate | Create a task
  task/getAll list_tasks r tasklist!=task maxResults=limit showCompleted=additionalFields/showCompleted ->> items | List tasks
  task/get get_task r tasklist!=task task!=taskId | Get a task
  task/update update_task w tasklist!=task task!=taskId title=updateFields/title notes=updateFields/notes due=updateFields/dueDate status=updateFields/status | Update a task
  task/delete delete_task d tasklist!=task task!=taskId | Delete a task
googleContacts | google-contacts | Google Contacts
  contact/create create_contact w names.0.givenName=givenName names.0.familyName=familyName emailAddresses.0.value=additionalFields/emailsUi/emailsValues/0/value | Create a contact
  contact/getAll list_contacts r personFields:"names,emailAddresses,phoneNumbers,organizations" pageSize=limit ->> connections | List contacts
  contact/get get_contact r resourceName!=contactId personFields:"names,emailAddresses,phoneNumbers,organizations" | Get a contact
  contact/delete delete_contact d resourceName!=contactId | Delete a contact
googleAnalytics | google-analytics | Google Analytics
  report/get run_report r property!=@text:propertyId dateRanges=@dateRange metrics=@named:metricsGA4/metricValues dimensions=@named:dimensionsGA4/dimensionValues limit => reportRows | Run a report
googleBigQuery | google-bigquery | BigQuery
  database/executeQuery run_query w projectId! query!=sqlQuery useLegacySql:false => bigQueryRows | Run a query
googleTranslate | google-translate | Google Translate
  language/translate translate_text r q!=text target!=translateTo | Translate text
googleChat | google-chat | Google Chat
  message/create send_message w parent!=spaceId text!=messageUi/text | Send a message
youTube | youtube | YouTube
  channel/getAll get_channels r part:["snippet","statistics"] mine:true ->> items | Get channels
  channel/get get_channels r part:["snippet","statistics","contentDetails"] id=@list:channelId -> items | Get channels
  video/getAll search_videos r part:["snippet"] type:["video"] maxResults=limit q=filters/q channelId=filters/channelId publishedAfter=filters/publishedAfter order=options/order ->> items | Search videos
  video/get get_videos r part:["snippet","contentDetails","statistics"] id=@list:videoId -> items | Get videos
  video/delete delete_video d id!=videoId | Delete a video
  playlistItem/add add_video_to_playlist w part:["snippet"] snippet.playlistId!=playlistId snippet.resourceId.kind:"youtube#video" snippet.resourceId.videoId!=videoId | Add a video to a playlist
  playlistItem/getAll list_videos_of_playlist r part:["snippet","contentDetails"] playlistId! maxResults=limit ->> items | List videos of a playlist
  playlist/create create_playlist w part:["snippet"] snippet.title!=title | Create a playlist
  playlist/getAll list_playlists r part:["snippet"] mine:true maxResults=limit ->> items | List playlists
microsoftOutlook | microsoft-outlook | Outlook
  message/send send_email w message.subject!=@oneLine:subject message.body.contentType=@markup message.body.content=bodyContent message.toRecipients=@recipients:toRecipients message.ccRecipients=@recipients:additionalFields/ccRecipients | Send an email
  message/getAll search_emails r top=limit filter=filtersUI/values/filters/custom search=filtersUI/values/search ->> value | Search emails
  message/get get_email r message_id!=messageId | Get an email
  message/update update_email w message_id!=messageId isRead=updateFields/isRead categories=updateFields/categories importance=updateFields/importance | Update an email
  message/move move_email w message_id!=messageId destinationId!=folderId | Move an email
  message/reply reply_to_email w message_id!=messageId comment!=message | Reply to an email
  message/delete delete_email d message_id!=messageId | Delete an email
  messageAttachment/getAll list_attachments r message_id!=messageId -> value | List attachments
  draft/create create_draft w subject! body.contentType=@markup body.content=bodyContent toRecipients=@recipients:additionalFields/toRecipients | Create a draft
  folder/getAll list_mail_folders r -> value | List mail folders
  event/create create_event w subject! start.dateTime!=startDateTime start.timeZone:"UTC" end.dateTime!=endDateTime end.timeZone:"UTC" body.content=additionalFields/body | Create an event
  event/getAll list_events r startDateTime=@yearStart endDateTime=@yearEnd top=limit ->> value | List events
  event/delete delete_event d event_id!=eventId | Delete an event
  contact/getAll list_contacts r top=limit ->> value | List contacts
  contact/create create_contact w givenName! surname companyName=additionalFields/companyName mobilePhone=additionalFields/mobilePhone | Create a contact
microsoftTeams | microsoft-teams | Microsoft Teams
  channelMessage/create send_message_to_channel w team_id!=teamId channel_id!=channelId body.contentType=@markup body.content!=message | Send a message to a channel
  channelMessage/getAll list_messages_of_channel r team_id!=teamId channel_id!=channelId top=limit ->> value | List messages of a channel
  chatMessage/create send_message_to_chat w chat_id!=chatId body.contentType=@markup body.content!=message | Send a message to a chat
  chatMessage/getAll list_messages_of_chat r chat_id!=chatId top=limit ->> value | List messages of a chat
  channel/create create_channel w team_id!=teamId displayName!=name description=options/description | Create a channel
  channel/getAll list_channels r team_id!=teamId -> value | List channels
microsoftToDo | microsoft-to-do | Microsoft To Do
  task/create create_task w list_id!=taskListId title! importance=additionalFields/importance | Create a task
  task/getAll list_tasks r list_id!=taskListId top=limit ->> value | List tasks
  task/update update_task w list_id!=taskListId task_id!=taskId title=updateFields/title status=updateFields/status | Update a task
  task/delete delete_task d list_id!=taskListId task_id!=taskId | Delete a task
  list/getAll list_task_lists r -> value | List task lists
  list/create create_task_list w displayName! | Create a task list
microsoftExcel | microsoft-excel | Microsoft Excel
  worksheet/getAll list_sheets r item_id!=workbook -> value | List sheets
  worksheet/readRows read_whole_sheet r item_id!=workbook sheet!=worksheet => sheetRows | Read a whole sheet
  table/append add_rows_to_table w item_id!=workbook table! values.0=@cells:fieldsUi/values | Add rows to a table
  table/addRow add_rows_to_table w item_id!=workbook table! values.0=@cells:fieldsUi/values | Add rows to a table
  table/getRows list_rows_of_table r item_id!=workbook table! top=limit ->> value | List rows of a table
microsoftOneDrive | onedrive | OneDrive
  file/download download_file r item_id!=fileId | Download a file
  file/get get_files_details r item_id!=fileId | Get a file’s details
  file/search search_files r query! ->> value | Search files
  file/delete delete_file d item_id!=fileId | Delete a file
  folder/getChildren list_files_of_folder r item_id!=folderId ->> value | List files of a folder
  folder/search search_files r query! ->> value | Search files
  folder/delete delete_file d item_id!=folderId | Delete a file
`
