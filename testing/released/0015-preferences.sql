-- Somebody who reads longer pages, and dates as days, months and years.
update users set preferences = '{"pageSize": 25, "dateFormat": "day.month.year"}' where id = '640000000000000000000001';
