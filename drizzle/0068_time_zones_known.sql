-- Names the zone that JavaScript has read so far for leases and businesses whose zone PostgreSQL refuses or reads otherwise: what an abbreviation or an
-- older name stands for, and of an offset in whole hours its own zone. Anything else becomes UTC, so that no day of it stops anybody's work.
create function pg_temp.zone_meant(zone text) returns text language sql as $$
  select coalesce(
    (select meant from (values
      ('act', 'Australia/Darwin'), ('aet', 'Australia/Sydney'), ('agt', 'America/Argentina/Buenos_Aires'), ('art', 'Africa/Cairo'),
      ('ast', 'America/Anchorage'), ('bet', 'America/Sao_Paulo'), ('bst', 'Asia/Dhaka'), ('cat', 'Africa/Maputo'), ('cnt', 'America/St_Johns'),
      ('cst', 'America/Chicago'), ('ctt', 'Asia/Shanghai'), ('eat', 'Africa/Nairobi'), ('ect', 'Europe/Paris'),
      ('iet', 'America/Indiana/Indianapolis'), ('ist', 'Asia/Kolkata'), ('jst', 'Asia/Tokyo'), ('mit', 'Pacific/Apia'), ('net', 'Asia/Yerevan'),
      ('nst', 'Pacific/Auckland'), ('plt', 'Asia/Karachi'), ('pnt', 'America/Phoenix'), ('prt', 'America/Puerto_Rico'),
      ('pst', 'America/Los_Angeles'), ('sst', 'Pacific/Guadalcanal'), ('vst', 'Asia/Ho_Chi_Minh'), ('est', 'America/Panama'),
      ('mst', 'America/Phoenix'), ('hst', 'Pacific/Honolulu'), ('est5edt', 'America/New_York'), ('cst6cdt', 'America/Chicago'),
      ('mst7mdt', 'America/Denver'), ('pst8pdt', 'America/Los_Angeles'), ('wet', 'Europe/Lisbon'), ('cet', 'Europe/Brussels'),
      ('met', 'Europe/Brussels'), ('eet', 'Europe/Athens'), ('cuba', 'America/Havana'), ('egypt', 'Africa/Cairo'), ('eire', 'Europe/Dublin'),
      ('gb', 'Europe/London'), ('gb-eire', 'Europe/London'), ('hongkong', 'Asia/Hong_Kong'), ('iceland', 'Atlantic/Reykjavik'),
      ('iran', 'Asia/Tehran'), ('israel', 'Asia/Jerusalem'), ('jamaica', 'America/Jamaica'), ('japan', 'Asia/Tokyo'),
      ('kwajalein', 'Pacific/Kwajalein'), ('libya', 'Africa/Tripoli'), ('nz', 'Pacific/Auckland'), ('nz-chat', 'Pacific/Chatham'),
      ('navajo', 'America/Denver'), ('prc', 'Asia/Shanghai'), ('poland', 'Europe/Warsaw'), ('portugal', 'Europe/Lisbon'), ('roc', 'Asia/Taipei'),
      ('rok', 'Asia/Seoul'), ('singapore', 'Asia/Singapore'), ('turkey', 'Europe/Istanbul'), ('w-su', 'Europe/Moscow'),
      ('us/pacific-new', 'America/Los_Angeles'), ('canada/east-saskatchewan', 'America/Regina'), ('systemv/ast4', 'Etc/GMT+4'),
      ('systemv/ast4adt', 'America/Halifax'), ('systemv/cst6', 'Etc/GMT+6'), ('systemv/cst6cdt', 'America/Chicago'), ('systemv/est5', 'Etc/GMT+5'),
      ('systemv/est5edt', 'America/New_York'), ('systemv/hst10', 'Etc/GMT+10'), ('systemv/mst7', 'Etc/GMT+7'), ('systemv/mst7mdt', 'America/Denver'),
      ('systemv/pst8', 'Etc/GMT+8'), ('systemv/pst8pdt', 'America/Los_Angeles'), ('systemv/yst9', 'Etc/GMT+9'), ('systemv/yst9ydt', 'America/Anchorage'),
      ('+03:30', 'Asia/Tehran'), ('+04:30', 'Asia/Kabul'), ('+05:30', 'Asia/Kolkata'), ('+05:45', 'Asia/Kathmandu'), ('+06:30', 'Asia/Yangon'),
      ('+09:30', 'Australia/Darwin'), ('-09:30', 'Pacific/Marquesas')
    ) as known(name, meant) where name = lower(zone)),
    -- The names with offsets count the other way: what is five hours behind is Etc/GMT+5.
    (select 'Etc/GMT' || case when parts[1] = '+' then '-' else '+' end || parts[2]::int
      from regexp_match(zone, '^([+-])(0[1-9]|1[0-4])(?::?00)?$') as parts where parts[1] = '+' or parts[2]::int <= 12),
    'UTC')
$$;
--> statement-breakpoint
create function pg_temp.is_known(zone text) returns boolean language sql as $$
  select zone = 'UTC' or (zone like '%/%' and exists (select from pg_timezone_names where lower(name) = lower(zone)))
$$;
--> statement-breakpoint
create table pg_temp.zones_meant as
  select zone, pg_temp.zone_meant(zone) as meant from (select time_zone as zone from merchants union select time_zone from leases) used
  where not pg_temp.is_known(zone);
--> statement-breakpoint
update merchants set time_zone = meant from pg_temp.zones_meant where time_zone = zone;
--> statement-breakpoint
update leases set time_zone = meant from pg_temp.zones_meant where time_zone = zone;
--> statement-breakpoint
ALTER TABLE "merchants" VALIDATE CONSTRAINT "merchants_time_zone_known";
--> statement-breakpoint
ALTER TABLE "leases" VALIDATE CONSTRAINT "leases_time_zone_known";
--> statement-breakpoint
-- The alarms of items that failed are raised anew, by their jobs' lists, for the items that still fail.
update alarms set cleared_at = now() where cleared_at is null and (key = 'autopay-stuck' or starts_with(key, 'set-aside-'));
