-- A document whose year nobody knows has none.

alter table documents alter year drop not null;

alter table facets alter year drop not null;
