-- What caps count of runs that have not ended, whatever day they began on.
create index charges_open_of_buyer on charges (buyer_id) where status in ('held', 'running');
create index charges_open_of_service on charges (service_id) where status in ('held', 'running') and service_id is not null;
