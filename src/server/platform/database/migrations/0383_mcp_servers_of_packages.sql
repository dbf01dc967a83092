-- A server that a person switched on from a package that admins offer: it has no address, and of each package a person has one.
alter table mcp_servers alter column url drop not null,
  add column package_id uuid references mcp_packages;
alter table mcp_servers drop constraint mcp_servers_transport_check;
alter table mcp_servers add constraint mcp_servers_transport_check check (transport in ('http', 'sse', 'stdio')),
  add constraint mcp_servers_of_package check ((url is null) = (package_id is not null) and (transport = 'stdio') = (package_id is not null));
create unique index mcp_servers_package on mcp_servers (package_id, owner_id) where package_id is not null;
