/** Calls of services that keep data, files and code; see `service.ts`. */
export const KEPT = `
googleSheets | Google Sheets | https://sheets.googleapis.com/v4/spreadsheets | bearer | Rows go and come as lists of cells
  sheet/read GET /{documentId|sheetId}/values/{sheetName|range} -> values
  sheet/lookup GET /{documentId|sheetId}/values/{sheetName|range} -> values
  sheet/append POST /{documentId|sheetId}/values/{sheetName|range}:append ?valueInputOption:"USER_ENTERED" rows=columns/value|fieldsUi/fieldValues
  sheet/appendOrUpdate POST /{documentId|sheetId}/values/{sheetName|range}:append ?valueInputOption:"USER_ENTERED" rows=columns/value|fieldsUi/values
  sheet/update PUT /{documentId|sheetId}/values/{sheetName|range} ?valueInputOption:"USER_ENTERED" rows=columns/value|fieldsUi/values
  sheet/clear POST /{documentId|sheetId}/values/{sheetName|range}:clear
  sheet/create POST /{documentId|sheetId}:batchUpdate title
  sheet/delete POST /{documentId|sheetId}/values/{sheetName}:clear
  sheet/remove POST /{documentId|sheetId}:batchUpdate sheetName
  spreadsheet/create POST / properties.title=title
googleDrive | Google Drive | https://www.googleapis.com/drive/v3 | bearer
  file/upload POST https://www.googleapis.com/upload/drive/v3/files name=name|fileName
  file/download GET /files/{fileId} alt:"media"
  file/copy POST /files/{fileId}/copy name
  file/move PATCH /files/{fileId} ?addParents=folderId
  file/update PATCH /files/{fileId} name=newUpdatedFileName
  file/share POST /files/{fileId}/permissions role=permissionsUi/permissionsValues/role type=permissionsUi/permissionsValues/type
  file/deleteFile DELETE /files/{fileId}
  file/delete DELETE /files/{fileId}
  file/list GET /files pageSize=limit q=queryString -> files
  file/createFromText POST /files name mimeType:"text/plain"
  fileFolder/search GET /files q=queryString pageSize=limit fields:"files(id,name,mimeType)" -> files
  folder/create POST /files name mimeType:"application/vnd.google-apps.folder"
  folder/share POST /files/{folderNoRootId|folderId}/permissions role=permissionsUi/permissionsValues/role type=permissionsUi/permissionsValues/type
  folder/deleteFolder DELETE /files/{folderNoRootId|folderId}
googleDocs | Google Docs | https://docs.googleapis.com/v1 | bearer
  document/create POST /documents title
  document/get GET /documents/{documentURL}
  document/update POST /documents/{documentURL}:batchUpdate requests=actionsUi/actionFields
googleSlides | Google Slides | https://slides.googleapis.com/v1/presentations | bearer
  presentation/create POST / title
  presentation/get GET /{presentationId}
  presentation/getSlides GET /{presentationId} -> slides
  presentation/replaceText POST /{presentationId}:batchUpdate requests=textUi/textValues
  page/getThumbnail GET /{presentationId}/pages/{pageObjectId}/thumbnail
googleContacts | Google Contacts | https://people.googleapis.com/v1 | bearer
  contact/create POST /people:createContact names.givenName=givenName names.familyName=familyName
  contact/getAll GET /people/me/connections pageSize=limit personFields:"names,emailAddresses" -> connections
  contact/get GET /people/{contactId} personFields:"names,emailAddresses"
  contact/delete DELETE /people/{contactId}:deleteContact
googleAnalytics | Google Analytics | https://analyticsdata.googleapis.com/v1beta | bearer
  report/get POST /properties/{propertyId}:runReport dateRanges metrics=metricsGA4/metricValues dimensions=dimensionsGA4/dimensionValues limit -> rows
googleBigQuery | BigQuery | https://bigquery.googleapis.com/bigquery/v2 | bearer
  database/executeQuery POST /projects/{projectId}/queries query=sqlQuery useLegacySql:false -> rows
googleCloudNaturalLanguage | Google Natural Language | https://language.googleapis.com/v1 | bearer
  document/analyzeSentiment POST /documents:analyzeSentiment document.type:"PLAIN_TEXT" document.content=content
googleTranslate | Google Translate | https://translation.googleapis.com/language/translate/v2 | bearer
  language/translate POST / q=text target=translateTo
youTube | YouTube | https://www.googleapis.com/youtube/v3 | bearer
  channel/get GET /channels part:"snippet,statistics" id=channelId -> items
  channel/getAll GET /channels part:"snippet" mine:"true" -> items
  video/getAll GET /search part:"snippet" type:"video" maxResults=limit q=filters/q channelId=filters/channelId -> items
  video/get GET /videos part:"snippet,contentDetails,statistics" id=videoId -> items
  video/update PUT /videos ?part:"snippet" id=videoId snippet.title=title snippet.categoryId=categoryId
  video/delete DELETE /videos id=videoId
  playlistItem/getAll GET /playlistItems part:"snippet,contentDetails" playlistId maxResults=limit -> items
  playlistItem/add POST /playlistItems ?part:"snippet" snippet.playlistId=playlistId snippet.resourceId.videoId=videoId
  playlist/getAll GET /playlists part:"snippet" mine:"true" -> items
  playlist/create POST /playlists ?part:"snippet" snippet.title=title
airtable | Airtable | https://api.airtable.com/v0 | bearer
  record/get GET /{base|application}/{table}/{id}
  record/search GET /{base|application}/{table} filterByFormula maxRecords=limit -> records
  record/list GET /{base|application}/{table} filterByFormula=additionalOptions/filterByFormula maxRecords=limit -> records
  record/read GET /{base|application}/{table}/{id}
  record/create POST /{base|application}/{table} fields=columns/value
  record/append POST /{base|application}/{table} fields
  record/update PATCH /{base|application}/{table}/{id} fields=columns/value|updateFields
  record/upsert PATCH /{base|application}/{table} records=columns/value performUpsert.fieldsToMergeOn=columns/matchingColumns
  record/deleteRecord DELETE /{base|application}/{table}/{id}
  record/delete DELETE /{base|application}/{table}/{id}
  base/getMany GET /meta/bases -> bases
  base/getSchema GET /meta/bases/{base}/tables -> tables
notion | Notion | https://api.notion.com/v1 | bearer | Add the header Notion-Version
  page/create POST /pages parent.page_id=pageId properties.title=title
  page/get GET /pages/{pageId}
  page/search POST /search query=text -> results
  page/archive PATCH /pages/{pageId} archived:true
  databasePage/create POST /pages parent.database_id=databaseId properties=propertiesUi/propertyValues
  databasePage/get GET /pages/{pageId}
  databasePage/getAll POST /databases/{databaseId}/query page_size=limit filter=filterJson -> results
  databasePage/update PATCH /pages/{pageId} properties=propertiesUi/propertyValues
  database/get GET /databases/{databaseId}
  database/getAll POST /search page_size=limit -> results
  database/search POST /search query=text -> results
  block/append PATCH /blocks/{blockId}/children children=blockUi/blockValues
  block/getAll GET /blocks/{blockId}/children page_size=limit -> results
  user/getAll GET /users page_size=limit -> results
  user/get GET /users/{userId}
nocoDb | NocoDB | https://app.nocodb.com/api/v2 | api_key_header
  row/get GET /tables/{table}/records/{id}
  row/getAll GET /tables/{table}/records limit where=options/where -> list
  row/create POST /tables/{table}/records *fieldsUi
  row/update PATCH /tables/{table}/records Id=id *fieldsUi
  row/delete DELETE /tables/{table}/records Id=id
baserow | Baserow | https://api.baserow.io/api/database/rows/table | api_key_header
  row/getAll GET /{tableId}/ size=limit user_field_names:"true" -> results
  row/get GET /{tableId}/{rowId}/ user_field_names:"true"
  row/create POST /{tableId}/ ?user_field_names:"true" *fieldsUi
  row/update PATCH /{tableId}/{rowId}/ ?user_field_names:"true" *fieldsUi
  row/delete DELETE /{tableId}/{rowId}/
supabase | Supabase | https://your-project.supabase.co/rest/v1 | api_key_header | Put the address of your project into the address
  row/create POST /{tableId} *fieldsUi
  row/getAll GET /{tableId} limit -> .
  row/get GET /{tableId} -> .
  row/update PATCH /{tableId} *fieldsUi
  row/delete DELETE /{tableId}
strapi | Strapi | https://your-strapi.example/api | bearer | Put the address of your server into the address
  entry/create POST /{contentType} data=columns
  entry/get GET /{contentType}/{entryId}
  entry/getAll GET /{contentType} -> data
  entry/update PUT /{contentType}/{entryId}
  entry/delete DELETE /{contentType}/{entryId}
mongoDb | MongoDB | https://data.mongodb-api.com/app/your-app/endpoint/data/v1/action | api_key_header | MongoDB is reached over its Data API
  document/find POST /find collection filter=query -> documents
  document/insert POST /insertOne collection document=fields
  document/update POST /updateOne collection filter=updateKey
  document/delete POST /deleteOne collection filter=query
  document/aggregate POST /aggregate collection pipeline=query -> documents
  document/findOneAndUpdate POST /updateOne collection
  document/findOneAndReplace POST /replaceOne collection
redis | Redis | https://your-redis.upstash.io | bearer | Redis is reached over a REST service such as Upstash
  key/get GET /get/{key}
  key/set POST /set/{key}/{value}
  key/delete POST /del/{key}
  key/incr POST /incr/{key}
  key/keys GET /keys/{keyPattern}
  key/push POST /rpush/{list}/{messageData}
  key/pop POST /lpop/{list}
  key/publish POST /publish/{channel}/{messageData}
elasticsearch | Elasticsearch | https://your-elastic.example:9200 | basic | Put the address of your cluster into the address
  document/create POST /{indexId}/_doc
  document/get GET /{indexId}/_doc/{documentId}
  document/getAll GET /{indexId}/_search -> hits.hits
  document/delete DELETE /{indexId}/_doc/{documentId}
dropbox | Dropbox | https://api.dropboxapi.com/2 | bearer
  file/upload POST https://content.dropboxapi.com/2/files/upload path
  file/download POST https://content.dropboxapi.com/2/files/download path
  file/copy POST /files/copy_v2 from_path=path to_path=toPath
  file/move POST /files/move_v2 from_path=path to_path=toPath
  file/delete POST /files/delete_v2 path
  folder/list POST /files/list_folder path -> entries
  folder/create POST /files/create_folder_v2 path
  search/query POST /files/search_v2 query -> matches
microsoftOneDrive | OneDrive | https://graph.microsoft.com/v1.0/me/drive | bearer
  file/get GET /items/{fileId}
  file/download GET /items/{fileId}/content
  file/rename PATCH /items/{itemId} name=newName
  file/search GET /root/search(q='{query}') -> value
  file/delete DELETE /items/{fileId}
  folder/create POST /root/children name folder:{}
  folder/getChildren GET /items/{folderId}/children -> value
microsoftExcel | Excel 365 | https://graph.microsoft.com/v1.0/me/drive/items | bearer
  workbook/getAll GET https://graph.microsoft.com/v1.0/me/drive/root/search(q='.xlsx') -> value
  worksheet/readRows GET /{workbook}/workbook/worksheets/{worksheet}/usedRange -> values
  worksheet/getContent GET /{workbook}/workbook/worksheets/{worksheet}/usedRange -> values
  worksheet/append PATCH /{workbook}/workbook/worksheets/{worksheet}/usedRange values=data
  worksheet/getAll GET /{workbook}/workbook/worksheets -> value
  table/getRows GET /{workbook}/workbook/tables/{table}/rows -> value
  table/addRow POST /{workbook}/workbook/tables/{table}/rows values=data
nextCloud | Nextcloud | https://your-nextcloud.example/remote.php/dav/files/user | basic | Put your server and user into the address
  file/upload PUT {path}
  file/download GET {path}
  file/delete DELETE {path}
  folder/delete DELETE {path}
wordpress | WordPress | https://your-site.example/wp-json/wp/v2 | basic | Put the address of your site into the address
  post/create POST /posts title content=additionalFields/content status=additionalFields/status
  post/get GET /posts/{postId}
  post/getAll GET /posts per_page=limit -> .
  post/update POST /posts/{postId} *updateFields
  page/getAll GET /pages per_page=limit -> .
  page/create POST /pages title *additionalFields
  page/update POST /pages/{pageId} *updateFields
  user/getAll GET /users per_page=limit -> .
ghost | Ghost | https://your-site.example/ghost/api/admin | bearer | Put the address of your site into the address
  post/create POST /posts/ title *additionalFields
  post/get GET /posts/{identifier}/
  post/getAll GET /posts/ limit -> posts
  post/update PUT /posts/{postId}/ *updateFields
  post/delete DELETE /posts/{postId}/
webflow | Webflow | https://api.webflow.com/v2 | bearer
  item/create POST /collections/{collectionId}/items fieldData=fieldsUi/fieldValues
  item/get GET /collections/{collectionId}/items/{itemId}
  item/getAll GET /collections/{collectionId}/items limit -> items
  item/update PATCH /collections/{collectionId}/items/{itemId} fieldData=fieldsUi/fieldValues
  item/deleteItem DELETE /collections/{collectionId}/items/{itemId}
github | GitHub | https://api.github.com | bearer
  issue/create POST /repos/{owner}/{repository}/issues title body
  issue/get GET /repos/{owner}/{repository}/issues/{issueNumber}
  issue/edit PATCH /repos/{owner}/{repository}/issues/{issueNumber} *editFields
  issue/createComment POST /repos/{owner}/{repository}/issues/{issueNumber}/comments body
  file/get GET /repos/{owner}/{repository}/contents/{filePath} ref=additionalParameters/reference
  file/list GET /repos/{owner}/{repository}/contents/{filePath} -> .
  file/create PUT /repos/{owner}/{repository}/contents/{filePath} message=commitMessage content=fileContent
  file/edit PUT /repos/{owner}/{repository}/contents/{filePath} message=commitMessage content=fileContent sha
  file/delete DELETE /repos/{owner}/{repository}/contents/{filePath} message=commitMessage
  repository/get GET /repos/{owner}/{repository}
  repository/getIssues GET /repos/{owner}/{repository}/issues per_page=limit -> .
  release/create POST /repos/{owner}/{repository}/releases tag_name=releaseTag *additionalFields
  release/getAll GET /repos/{owner}/{repository}/releases per_page=limit -> .
  user/getRepositories GET /users/{owner}/repos per_page=limit -> .
  organization/getRepositories GET /orgs/{owner}/repos per_page=limit -> .
  review/create POST /repos/{owner}/{repository}/pulls/{pullRequestNumber}/reviews event body
  workflow/dispatch POST /repos/{owner}/{repository}/actions/workflows/{workflowId}/dispatches ref
gitlab | GitLab | https://gitlab.com/api/v4 | bearer
  issue/create POST /projects/{owner}%2F{repository}/issues title description=body labels
  issue/get GET /projects/{owner}%2F{repository}/issues/{issueNumber}
  issue/edit PUT /projects/{owner}%2F{repository}/issues/{issueNumber} *editFields
  issue/createComment POST /projects/{owner}%2F{repository}/issues/{issueNumber}/notes body
  file/get GET /projects/{owner}%2F{repository}/repository/files/{filePath} ref:"main"
  file/list GET /projects/{owner}%2F{repository}/repository/tree path=filePath -> .
  file/create POST /projects/{owner}%2F{repository}/repository/files/{filePath} branch content=fileContent commit_message=commitMessage
  file/edit PUT /projects/{owner}%2F{repository}/repository/files/{filePath} branch content=fileContent commit_message=commitMessage
  repository/get GET /projects/{owner}%2F{repository}
  repository/getIssues GET /projects/{owner}%2F{repository}/issues per_page=limit -> .
  release/create POST /projects/{owner}%2F{repository}/releases tag_name=releaseTag
jira | Jira | https://your-site.atlassian.net/rest/api/3 | basic | Put the address of your site into the address
  issue/create POST /issue fields.project.id=project fields.issuetype.id=issueType fields.summary=summary fields.description=additionalFields/description
  issue/get GET /issue/{issueKey}
  issue/getAll GET /search jql=options/jql maxResults=limit -> issues
  issue/update PUT /issue/{issueKey} fields=updateFields
  issue/delete DELETE /issue/{issueKey}
  issue/transitions GET /issue/{issueKey}/transitions -> transitions
  issue/changelog GET /issue/{issueKey}/changelog -> values
  issueComment/add POST /issue/{issueKey}/comment body=comment
  issueComment/getAll GET /issue/{issueKey}/comment -> comments
  issueComment/get GET /issue/{issueKey}/comment/{commentId}
  user/get GET /user accountId
`
