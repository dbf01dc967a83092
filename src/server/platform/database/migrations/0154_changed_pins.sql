-- What a node gave before its value was changed by hand: {output, port}, as it was written. Null where nothing was changed.
alter table workflow_pins add column before json;
