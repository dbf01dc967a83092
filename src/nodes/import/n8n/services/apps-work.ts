/** Operations of n8n's nodes for work and messages as actions of our apps; `app-call.ts` says how a line is written. */
export const WORK_APPS = `
telegram | telegram | Telegram
  message/sendMessage send_message w chat_id!=chatId text! parse_mode=additionalFields/parse_mode disable_web_page_preview=additionalFields/disable_web_page_preview disable_notification=additionalFields/disable_notification reply_to_message_id=additionalFields/reply_to_message_id reply_markup=@keyboard | Send a message
  message/sendPhoto send_photo w chat_id!=chatId photo=@telegramFile:file caption=additionalFields/caption parse_mode=additionalFields/parse_mode | Send a photo
  message/sendDocument send_file w chat_id!=chatId document=@telegramFile:file caption=additionalFields/caption | Send a file
  message/sendAudio send_audio w chat_id!=chatId audio=@telegramFile:file caption=additionalFields/caption title=additionalFields/title | Send audio
  message/sendVideo send_video w chat_id!=chatId video=@telegramFile:file caption=additionalFields/caption | Send a video
  message/sendLocation send_location w chat_id!=chatId latitude! longitude! | Send a location
  message/sendChatAction show_that_bot_is_typing w chat_id!=chatId action=@chatAction | Show that the bot is typing
  message/editMessageText edit_message w chat_id!=chatId message_id!=messageId text! parse_mode=additionalFields/parse_mode | Edit a message
  message/deleteMessage delete_message d chat_id!=chatId message_id!=messageId | Delete a message
  message/pinChatMessage pin_message w chat_id!=chatId message_id!=messageId | Pin a message
  chat/get get_chat r chat_id!=chatId | Get a chat
  chat/member get_member_of_chat r chat_id!=chatId user_id!=userId | Get a member of a chat
  callback/answerQuery answer_button_press w callback_query_id!=queryId text=additionalFields/text show_alert=additionalFields/show_alert | Answer a button press
  file/get get_files_path r file_id!=fileId | Get a file’s path
slack | slack | Slack
  message/post send_message w channel!=@slackTo text!=text|messageText blocks=@blocks:blocksUi|blocksUi/blocksValues thread_ts=otherOptions/thread_ts/replyValues/thread_ts username=otherOptions/username | Send a message
  message/update update_message w channel!=channelId|channel ts! text | Update a message
  message/delete delete_message d channel!=channelId|channel ts!=timestamp | Delete a message
  message/getPermalink get_link_to_message r channel!=channelId message_ts!=timestamp | Get a link to a message
  channel/create create_channel w name!=channelId|channel | Create a channel
  channel/getAll list_channels r limit ->> channels | List channels
  channel/get get_channel r channel!=channelId | Get a channel
  channel/invite invite_people_to_channel w channel!=channelId users!=@commas:userIds | Invite people to a channel
  channel/history read_messages_of_channel r channel!=channelId limit oldest=filters/oldest latest=filters/latest -> messages | Read messages of a channel
  channel/replies read_replies_to_message r channel!=channelId ts! limit -> messages | Read replies to a message
  channel/archive archive_channel d channel!=channelId | Archive a channel
  channel/join join_channel w channel!=channelId | Join a channel
  channel/member list_members_of_channel r channel!=channelId ->> members | List members of a channel
  user/info get_person r user! | Get a person
  user/getAll list_people r limit -> members | List people
  reaction/add add_reaction w channel!=channelId timestamp! name! | Add a reaction
  file/getAll list_files r channel=filters/channelId ->> files | List files
discord | discord | Discord
  message/send send_message w channel_id!=channelId content | Send a message
  message/getAll list_messages r channel_id!=channelId limit -> . | List messages
  message/get get_message r channel_id!=channelId message_id!=messageId | Get a message
  message/deleteMessage delete_message d channel_id!=channelId message_id!=messageId | Delete a message
  message/react add_reaction w channel_id!=channelId message_id!=messageId emoji! | Add a reaction
  channel/create create_channel w guild_id!=guildId name! | Create a channel
  channel/getAll list_channels r guild_id!=guildId -> . | List channels
  channel/get get_channel r channel_id!=channelId | Get a channel
  member/getAll list_members r guild_id!=guildId limit -> . | List members
  member/roleAdd give_role_to_member w guild_id!=guildId user_id!=userId role_id!=role | Give a role to a member
  member/roleRemove remove_role_from_member d guild_id!=guildId user_id!=userId role_id!=role | Remove a role from a member
whatsApp | whatsapp | WhatsApp
  message/send send_message w phone_number_id!=phoneNumberId messaging_product:"whatsapp" to!=recipientPhoneNumber type=@whatsAppKind text.body=textBody image.link=@linkOfimage:mediaLink document.link=@linkOfdocument:mediaLink audio.link=@linkOfaudio:mediaLink video.link=@linkOfvideo:mediaLink | Send any kind of message
  message/sendTemplate send_message w phone_number_id!=phoneNumberId messaging_product:"whatsapp" to!=recipientPhoneNumber type:"template" template=@whatsAppTemplate:template | Send any kind of message
  media/mediaUrlGet get_address_of_file r media_id!=mediaGetId | Get the address of a file
  media/mediaDelete delete_file d media_id!=mediaDeleteId | Delete a file
airtable | airtable | Airtable
  record/get get_record r base_id!=base|application table! record_id!=@recordId:id => airtableRecord | Get a record
  record/search list_records r base_id!=base|application table! filterByFormula maxRecords=limit view=options/view =>> airtableAll | List records
  record/list list_records r base_id!=base|application table! filterByFormula=additionalOptions/filterByFormula view=additionalOptions/view maxRecords=limit =>> airtableAll | List records
  record/read get_record r base_id!=base|application table! record_id!=@recordId:id => airtableRecord | Get a record
  record/create create_records w base_id!=base|application table! records.0.fields=@columns:fieldsUi/fieldValues typecast=options/typecast => airtableFirst | Create a record
  record/append create_records w base_id!=base|application table! records.0.fields=@columns:fields typecast=options/typecast => airtableFirst | Create a record
  record/update update_records w base_id!=base|application table! records.0.id!=@recordId:id records.0.fields=@columns:updateFields typecast=options/typecast => airtableFirst | Update a record
  record/upsert update_records w base_id!=base|application table! records.0.fields=@columns performUpsert.fieldsToMergeOn=@matching typecast=options/typecast => airtableFirst | Update a record
  record/deleteRecord delete_record d base_id!=base|application table! record_id!=@recordId:id | Delete a record
  record/delete delete_record d base_id!=base|application table! record_id!=@recordId:id | Delete a record
  base/getMany list_bases r ->> bases | List bases
  base/getSchema list_tables r base_id!=base -> tables | List tables
notion | notion | Notion
  page/create create_page w parent.page_id!=pageId properties=@notionProperties children=@notionBlocks:blockUi/blockValues => notionPage | Create a page
  page/get get_page r page_id!=pageId => notionPage | Get a page
  page/search search_pages_and_databases r query=text page_size=limit =>> notionPages | Search pages and databases
  page/archive update_page w page_id!=pageId archived:true | Update a page
  databasePage/create create_page w parent.database_id!=databaseId properties=@notionProperties:propertiesUi/propertyValues children=@notionBlocks:blockUi/blockValues => notionPage | Create a page
  databasePage/get get_page r page_id!=pageId => notionPage | Get a page
  databasePage/getAll query_database r database_id!=databaseId page_size=limit filter=@json:filterJson =>> notionPages | Query a database
  databasePage/update update_page w page_id!=pageId properties=@notionProperties:propertiesUi/propertyValues => notionPage | Update a page
  database/get get_database r database_id!=databaseId | Get a database
  database/getAll search_pages_and_databases r filter:{"property":"object","value":"database"} page_size=limit ->> results | Search pages and databases
  database/search search_pages_and_databases r query=text filter:{"property":"object","value":"database"} ->> results | Search pages and databases
  block/append add_content_to_page w block_id!=blockId children!=@notionBlocks:blockUi/blockValues | Add content to a page
  block/getAll read_content_of_page r block_id!=blockId page_size=limit ->> results | Read the content of a page
  user/getAll list_people r ->> results | List people
trello | trello | Trello
  card/create create_card w idList!=listId name! desc=description due=additionalFields/due | Create a card
  card/get get_card r card_id!=id|cardId | Get a card
  card/update update_card w card_id!=id|cardId name=updateFields/name desc=updateFields/description idList=updateFields/idList due=updateFields/due closed=updateFields/closed | Update or move a card
  card/delete delete_card d card_id!=id|cardId | Delete a card
  cardComment/create comment_on_card w card_id!=cardId text! | Comment on a card
  board/create create_board w name! desc=description | Create a board
  list/create create_list w idBoard!=idBoard name! | Create a list
  list/getAll list_lists_of_board r board_id!=id -> . | List lists of a board
  list/getCards list_cards_of_list r list_id!=id -> . | List cards of a list
  checklist/create add_checklist_to_card w card_id!=cardId name | Add a checklist to a card
  attachment/create attach_link_to_card w card_id!=cardId url! | Attach a link to a card
asana | asana | Asana
  task/create create_task w data.workspace!=workspace data.name!=name data.notes=otherProperties/notes data.assignee=otherProperties/assignee data.due_on=otherProperties/due_on data.projects=otherProperties/projects => dataOfAnswer | Create a task
  task/get get_task r task_gid!=id => dataOfAnswer | Get a task
  task/getAll list_tasks r project=filters/project assignee=filters/assignee workspace=filters/workspace limit ->> data | List tasks
  task/update update_task w task_gid!=id data.name=otherProperties/name data.completed=otherProperties/completed data.notes=otherProperties/notes => dataOfAnswer | Update a task
  task/delete delete_task d task_gid!=id | Delete a task
  task/search search_tasks r workspace_gid!=workspace text=searchTaskProperties/text -> data | Search tasks
  taskComment/add comment_on_task w task_gid!=id data.text!=text => dataOfAnswer | Comment on a task
  subtask/create create_subtask w task_gid!=taskId data.name!=name => dataOfAnswer | Create a subtask
  project/getAll list_projects r workspace! limit ->> data | List projects
  user/getAll list_people r workspace_gid!=workspace ->> data | List people
clickUp | clickup | ClickUp
  task/create create_task w list_id!=list name! description=additionalFields/content|additionalFields/markdownContent priority=additionalFields/priority status=additionalFields/status assignees=additionalFields/assignees | Create a task
  task/get get_task r task_id!=id | Get a task
  task/getAll list_tasks r list_id!=list ->> tasks | List tasks
  task/update update_task w task_id!=id name=updateFields/name description=updateFields/content status=updateFields/status priority=updateFields/priority | Update a task
  task/delete delete_task d task_id!=id | Delete a task
  comment/create comment_on_task w task_id!=id comment_text!=commentText | Comment on a task
  folder/getAll list_folders r space_id!=space -> folders | List folders
  list/getAll list_lists_of_folder r folder_id!=folder -> lists | List lists of a folder
github | github | GitHub
  issue/create create_issue w owner! repo!=repository title! body labels=@labels:labels | Create an issue
  issue/get get_issue r owner! repo!=repository issue_number!=issueNumber | Get an issue
  issue/edit update_issue w owner! repo!=repository issue_number!=issueNumber *editFields(title,body,state) | Update an issue
  issue/createComment comment_on_issue w owner! repo!=repository issue_number!=issueNumber body! | Comment on an issue
  file/create create_or_update_file w owner! repo!=repository path!=filePath content!=@base64:fileContent message!=commitMessage branch=additionalParameters/branch/branch | Create or update a file
  file/get get_file r owner! repo!=repository path!=filePath ref=additionalParameters/reference | Get a file
  file/list get_file r owner! repo!=repository path!=filePath -> . | Get a file
  repository/getIssues list_issues r owner! repo!=repository per_page=limit state=getRepositoryIssuesFilters/state ->> . | List issues
  repository/get get_repository r owner! repo!=repository | Get a repository
  repository/getPullRequests list_pull_requests r owner! repo!=repository per_page=limit ->> . | List pull requests
  release/create create_release w owner! repo!=repository tag_name!=releaseTag *additionalFields(name,body,draft,prerelease) | Create a release
  release/getAll list_releases r owner! repo!=repository per_page=limit ->> . | List releases
  user/getRepositories list_repositories r per_page=limit ->> . | List my repositories
  review/create review_pull_request w owner! repo!=repository pull_number!=pullRequestNumber event! body | Review a pull request
  workflow/dispatch start_workflow w owner! repo!=repository workflow_id!=workflowId ref! inputs=@json:inputs | Start a workflow
gitlab | gitlab | GitLab
  issue/create create_issue w project_id!=@gitlabProject title! description=body | Create an issue
  issue/get get_issue r project_id!=@gitlabProject issue_iid!=issueNumber | Get an issue
  issue/edit update_issue w project_id!=@gitlabProject issue_iid!=issueNumber title=editFields/title description=editFields/description | Update an issue
  issue/createComment comment_on_issue w project_id!=@gitlabProject issue_iid!=issueNumber body! | Comment on an issue
  file/create create_file w project_id!=@gitlabProject file_path!=filePath branch! content!=fileContent commit_message!=commitMessage | Create a file
  file/get get_file r project_id!=@gitlabProject file_path!=filePath ref=additionalParameters/reference | Get a file
  repository/get get_project r project_id!=@gitlabProject | Get a project
  repository/getIssues list_issues r project_id!=@gitlabProject per_page=limit ->> . | List issues
jira | jira | Jira
  issue/create create_issue w fields.project.id!=project fields.issuetype.id!=issueType fields.summary!=summary fields.description=@paragraph:additionalFields/description fields.labels=additionalFields/labels | Create an issue
  issue/get get_issue r issueIdOrKey!=issueKey | Get an issue
  issue/getAll search_issues r jql!=options/jql maxResults=limit ->> issues | Search issues
  issue/update update_issue w issueIdOrKey!=issueKey fields.summary=updateFields/summary fields.description=@paragraph:updateFields/description fields.labels=updateFields/labels | Update an issue
  issue/delete delete_issue d issueIdOrKey!=issueKey | Delete an issue
  issue/transitions list_next_states_of_issue r issueIdOrKey!=issueKey -> transitions | List the next states of an issue
  issueComment/add comment_on_issue w issueIdOrKey!=issueKey body!=@paragraph:comment | Comment on an issue
wordpress | wordpress | WordPress
  post/create create_post w title! *additionalFields(content,status,slug,categories,tags) | Create a post
  post/get get_post r post_id!=postId | Get a post
  post/getAll list_posts r per_page=limit search=options/search ->> . | List posts
  post/update update_post w post_id!=postId *updateFields(title,content,status) | Update a post
  page/create create_page w title! *additionalFields(content,status) | Create a page
  page/getAll list_pages r per_page=limit ->> . | List pages
  user/getAll list_users r per_page=limit ->> . | List users
  user/create create_user w username! email! password! | Create a user
twitter | x-twitter | X (Twitter)
  tweet/create create_post w text! | Create a post
  tweet/delete delete_post d id!=tweetDeleteId | Delete a post
  tweet/search search_recent_posts r query!=searchText max_results=limit -> data | Search recent posts
  user/searchUser find_person_by_user_name r username!=user => dataOfAnswer | Find a person by user name
linkedIn | linkedin | LinkedIn
  post/create create_post w author!=@linkedInAuthor lifecycleState:"PUBLISHED" specificContent=@linkedInContent visibility=@linkedInVisibility | Create a post
bitly | bitly | Bitly
  link/create shorten_link w long_url!=longUrl | Shorten a link
  link/get get_link r bitlink!=id | Get a link
deepL | deepl | DeepL
  language/translate translate_text r text.0!=text target_lang!=translateTo | Translate text
pushover | pushover | Pushover
  message/push send_notification w message! title=additionalFields/title url=additionalFields/url priority sound=additionalFields/sound | Send a notification
openWeatherMap | openweather | OpenWeather
  weather/currentWeather get_current_weather r q=cityName lat=latitude lon=longitude units=format lang=language | Get the current weather
  weather/5DayForecast get_forecast r q=cityName lat=latitude lon=longitude units=format -> list | Get the forecast
perplexity | perplexity | Perplexity
  chat/complete ask_question w model=@perplexityModel messages=@chatMessages temperature=options/temperature | Ask a question
sentryIo | sentry | Sentry
  issue/get get_issue r organization!=organizationSlug issue_id!=issueId | Get an issue
  issue/getAll list_issues r organization!=organizationSlug query=additionalFields/query -> . | List issues
  project/getAll list_projects r organization!=organizationSlug -> . | List projects
nasa | nasa-apod | NASA
  astronomyPictureOfTheDay/get get_picture_of_day r date=additionalFields/date | Get the picture of the day
@mendable/n8n-nodes-firecrawl.firecrawl | firecrawl | Firecrawl
  Scraping/scrape scrape_page r url! => dataOfAnswer | Scrape a page
  MapSearch/search search_web r query! limit => dataOfAnswer | Search the web
  MapSearch/map list_pages_of_site r url! | List the pages of a site
  Crawling/crawl crawl_site w url! limit | Crawl a site
@apify/n8n-nodes-apify.apify | apify | Apify
  Actors/Run_actor run_actor w actor_id!=actorId input=@json:customBody => dataOfAnswer | Run an actor
  Datasets/Get_items list_items_of_dataset r dataset_id!=datasetId limit ->> . | List items of a dataset
`
