-- Files that came with a call or a mail have `made_for` since 0311. Older ones are known by their id, which was made of the same: version 8.
update files set made_for = id where made_for is null and execution_id is null and substr(id::text, 15, 1) = '8';
