/**
 * Vietnamese words of more than one syllable, as house rules use them. A syllable of one means nothing by itself: the
 * "phòng" of fire prevention is no room, the "thông tin" of information security no information. Compiled by hand for
 * this project.
 */
export const COMPOUNDS: readonly string[] = `
an toàn thông tin|an toàn|ảnh hưởng|ban đêm|ban giám đốc|bảng chấm công|bảng chấm trực|bảo hiểm|bảo mật|bảo trì|bảo vệ
bàn giao|bàn trợ giúp|bác sĩ|báo cáo|bãi xe|bắt đầu|bất khả kháng|bệnh án|bệnh lý|bệnh nhân|bình chữa cháy|biểu mẫu
biên bản|biên lai|bổ sung|bồi thường|buổi chiều|buổi sáng|buổi tối|bù trừ|cá nhân|cảnh báo|cấp cứu|chăm sóc|chấm công
chất thải|chia sẻ|chi phí|chuyên môn|chứng chỉ|chứng nhận|chữa cháy|chữ ký|công đoàn|công nghệ thông tin|công tác phí
công tác|công việc|cơ bản|cuộc họp|cùng lúc|danh sách|danh tính|diễn giả|diễn tập|dịch vụ|dùng chung|dùng lại
dung lượng|dung dịch|dữ liệu|dự phòng|dự toán|đào tạo|đánh giá|đăng ký|đăng nhập|đặt lại|đầu tiên|đen trắng|điện thoại
điện tử|điều dưỡng|điều trị|đi muộn|định kỳ|đính kèm|độc hại|đồ ăn|đồ uống|đồng nghiệp|đồng phục|đường dẫn|gia đình
gia hạn|giao ban|giám đốc|giải trình|giấy tờ|giới thiệu|hàng hóa|hành chính|hệ thống|hiệu quả|hóa đơn|hoạt động|hoàn thành
hợp đồng|hỗ trợ|hội nghị|hội trường|hội thảo|hồ sơ|hồi sức|hộp thư|hút thuốc|huấn luyện|kế hoạch|kế toán|kết hôn|kết nối
kết quả|khách hàng|khách sạn|khám thai|khám sức khỏe|khẩn cấp|khẩu trang|khiển trách|khiếu nại|khoa học|khu vực
khuôn viên|khử khuẩn|kiểm soát|kiểm tra|kiểm kê|kinh phí|ký tự|kỷ luật|lao động|lâm sàng|lây nhiễm|lễ tân|lịch trực
liên tiếp|liên tục|lưu trú|lương cơ bản|lý do|máy chủ|máy in|máy tính|mã hóa|mã xác nhận|mật khẩu|môi trường|mở khóa|nâng bậc
ngân hàng|ngân sách|nghỉ bù|nghỉ dưỡng|nghỉ hưu|nghỉ lễ|nghỉ ốm|nghỉ phép|nghỉ trưa|nghiên cứu|nguyên lương|người bệnh
người nhà|người thân|nhà ăn|nhà cung cấp|nhà thầu|nhà thuốc|nhà xe|nhắc nhở|nhật ký|nhiễm khuẩn|nội trú|nội bộ|ô tô
phạt tiền|phản hồi|phần cứng|phần mềm|phê duyệt|phiên dịch|phòng cháy|phòng bệnh|phòng họp|phòng máy|phòng mổ|phòng sạch
phỏng vấn|phụ cấp|quản lý|quản trị|quay phim|quét mã|quy định|quyết định|rà soát|rửa tay|sao lưu|sát khuẩn|sắc nhọn
sinh con|sinh đôi|sinh hoạt|sinh mổ|sinh nhật|sinh thường|sinh viên|sự cố|suất ăn|sức khỏe|sử dụng|tai nạn|tài khoản|tài liệu
tài sản|tạm ứng|tạm trú|tệp đính kèm|thai sản|tham gia|tham quan|thanh toán|thang máy|thâm niên|thăm bệnh|thất nghiệp
thất lạc|thẻ nhân viên|thiết bị|thôi việc|thông báo|thông tin|thời gian|thời hạn|thủ tục|thử việc|thực hành|thực tập
thư điện tử|thư viện|thường trú|tiêm chủng|tiêm phòng|tiền mặt|tin nhắn|tình nguyện|tra cứu|trang phục|trang thiết bị
trách nhiệm|trẻ em|trình chiếu|trợ cấp|trợ giúp|truy cập|truyền thông|trung tâm|trực đêm|trực tiếp|trực tuyến|trưởng khoa|tuyển dụng
tường lửa|tự do|từ xa|ứng viên|vật nuôi|vắng mặt|văn bản|văn phòng|vệ sinh|vi phạm|viện phí|việc riêng|vị trí|xác định
xác minh|xác nhận|xác thực|xà phòng|xã hội|xe buýt|xe đạp|xe máy|xếp loại|xét nghiệm|xử lý|y tế|yêu cầu`
  .split(/[|\n]/u)
  .map((word) => word.trim())
  .filter((word) => word !== '');
