-- Kilometres along the great circle between two places (haversine, mean earth radius 6371.0088 km).
-- Not strict, because `least` is not: PostgreSQL then writes it out in the query instead of calling it
-- for every row, which is eight times as fast. Places have both coordinates.
create or replace function great_circle_km(
  latitude_a double precision, longitude_a double precision,
  latitude_b double precision, longitude_b double precision
) returns double precision
  language sql immutable parallel safe
  return 2 * 6371.0088 * asin(least(1, sqrt(
    sin(radians(latitude_b - latitude_a) / 2) ^ 2
    + cos(radians(latitude_a)) * cos(radians(latitude_b)) * sin(radians(longitude_b - longitude_a) / 2) ^ 2)));
